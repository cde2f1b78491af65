import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { freePort } from '../../../testing/processes/free-port.ts';
import { operator, problemsAtRest } from '../checks.ts';
import type { Cluster } from '../cluster.ts';
import { valuesOf, writeMachine, type Values } from '../example-files.ts';
import { run, signal, startProgram, until, type Program } from '../processes.ts';
import { check, type Check, type Scenario } from './scenario.ts';

/** Counts that differ after every save. */
export const counted = `select (select count(*) from acps) || ' plans, versions ' || (select sum(version) from acps) || ', audit '
  || (select count(*) from audit_log) || ', seq ' || (select sum(seq) from audit_heads) as counts`;

/** Returns the time of the database and its counts at that time; nothing changes it meanwhile. */
export async function momentOf({ beside }: Cluster): Promise<{ at: string; counts: string }> {
  const { rows } = await sql<{ at: string; counts: string }>`
    select clock_timestamp()::text as at, c.counts from (${sql.raw(counted)}) c`.execute(beside.services.db);
  return rows[0]!;
}

/** Restores the repository to a point in time, into a folder of its own, and starts PostgreSQL alone on it. */
async function startRestored(
  cluster: Cluster,
  shared: Values,
  at: string,
): Promise<{ url: string; server: Program }> {
  const values: Values = {
    ...valuesOf(shared, 'restored', cluster.folder),
    POSTGRES_PORT: String(await freePort()),
  };
  const { CONFIG, CLUSTER, DATA_FOLDER = '', POSTGRES_PORT = '', SOCKET_FOLDER, POSTGRES_PROGRAMS } = values;
  writeMachine(values, cluster.account);
  const restore = [
    '--type=time',
    `--target=${at}`,
    '--target-action=promote',
    '--archive-mode=off',
    'restore',
  ];
  const command = ['pgbackrest', `--config=${CONFIG}/pgbackrest.conf`, `--stanza=${CLUSTER}`, ...restore];
  await run(command, cluster.folder, cluster.account);
  // What Patroni wrote into postgresql.conf names the other machine, and its synchronous replica.
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: SOCKET_FOLDER,
    synchronous_standby_names: '',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = startProgram(
    [`${POSTGRES_PROGRAMS}/postgres`, '-D', DATA_FOLDER, '-p', POSTGRES_PORT, ...options],
    {
      folder: cluster.folder,
      account: cluster.account,
      log: join(cluster.folder, 'restored', 'postgres.log'),
    },
  );
  return { url: cluster.addressOf('127.0.0.1', POSTGRES_PORT), server };
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/** A full and an incremental backup, then the log, restore the database to a moment between two saves. */
export const restore: Scenario = {
  async run({ cluster, load }): Promise<Check[]> {
    const { primary } = await cluster.nodes.pair();
    const savesFor = async (ms: number) => {
      await load.start();
      await pause(ms);
      await load.stop();
    };
    await savesFor(3_000);
    await primary.pgbackrest('--type=incr', 'backup');
    await savesFor(4_000);
    const before = await problemsAtRest(cluster, load);
    const moment = await momentOf(cluster);
    await pause(1_500);
    await savesFor(4_000);
    const later = await momentOf(cluster);
    // Waits until the log up to now is in the repository.
    await primary.pgbackrest('check');
    const from = performance.now();
    const { url, server } = await startRestored(cluster, cluster.values, moment.at);
    const isOpen = async () =>
      (await ask(url, 'select pg_is_in_recovery() as recovering').catch(() => null))?.['recovering'] ===
      false;
    await until('the restored database is open', isOpen, 120);
    const seconds = (performance.now() - from) / 1_000;
    const restored = String((await ask(url, counted))['counts']);
    const checked = operator(cluster, 'restore-check.ts', url);
    signal([server.child.pid ?? 0].filter(Boolean), 'SIGQUIT');
    const right = restored === moment.counts && restored !== later.counts;
    return [
      check('nothing lost, doubled or waiting; audit:verify', before),
      {
        name: 'restored to the moment between two saves',
        passed: right,
        figure: `${seconds.toFixed(1)} s; ${restored}; then ${moment.counts}, later ${later.counts}`,
      },
      check('restore:check', checked.status === 0 ? [] : [checked.printed]),
    ];
  },
};
