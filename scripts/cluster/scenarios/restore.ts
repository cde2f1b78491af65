import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { freePort } from '../../../testing/processes/free-port.ts';
import { operator, problemsAtRest } from '../checks.ts';
import type { Cluster } from '../cluster.ts';
import { useRepository, valuesOf, writeMachine, type Repository, type Values } from '../example-files.ts';
import { run, signal, startProgram, until, type Program } from '../processes.ts';
import { check, type Check, type Scenario, type Stage } from './scenario.ts';

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
  repository: Repository,
  at: string,
): Promise<{ url: string; server: Program }> {
  const values: Values = {
    ...valuesOf(cluster.values, `restored-${repository}`, cluster.folder),
    POSTGRES_PORT: String(await freePort()),
  };
  const { CONFIG, CLUSTER, DATA_FOLDER = '', POSTGRES_PORT = '', SOCKET_FOLDER, POSTGRES_PROGRAMS } = values;
  writeMachine(values, cluster.account);
  useRepository(values, repository, cluster.account);
  const restore = [
    '--type=time',
    `--target=${at}`,
    '--target-action=promote',
    '--archive-mode=off',
    'restore',
  ];
  const command = ['pgbackrest', `--config=${CONFIG}/pgbackrest.conf`, `--stanza=${CLUSTER}`, ...restore];
  await run(command, cluster.folder, cluster.account);
  // The settings that Patroni wrote into postgresql.conf contain the paths and the synchronous replica of the other machine.
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
      log: join(CONFIG ?? '', '..', 'postgres.log'),
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

/** Makes an incremental backup, then restores it and the log next to the running cluster, to a time between two saves. */
async function restoreBetweenSaves({ cluster, load }: Stage, repository: Repository): Promise<Check[]> {
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
  const { url, server } = await startRestored(cluster, repository, moment.at);
  const isOpen = async () =>
    (await ask(url, 'select pg_is_in_recovery() as recovering').catch(() => null))?.['recovering'] === false;
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
}

/** The full backup of the start, an incremental one and the log, in a folder. */
export const restore: Scenario = {
  run: (stage) => restoreBetweenSaves(stage, 'folder'),
};

/** The same with a repository in a bucket, which all machines use from now on instead of the folder, until the end of this scenario. */
export const bucket: Scenario = {
  obstacle: ({ cluster }) => cluster.bucketProblem,
  async run(stage) {
    const { cluster } = stage;
    const { nodes } = cluster;
    const server = await cluster.startBucket();
    for (const node of nodes.all) node.useRepository('bucket');
    try {
      const { primary } = await nodes.pair();
      await primary.pgbackrest('stanza-create');
      await primary.pgbackrest('check');
      const from = performance.now();
      await primary.pgbackrest('--type=full', 'backup');
      const seconds = `${((performance.now() - from) / 1_000).toFixed(0)} s`;
      const checks = await restoreBetweenSaves(stage, 'bucket');
      const info = await primary.pgbackrest('info');
      const made = ['full backup', 'incr backup'].filter((kind) => !info.includes(kind));
      return [
        { ...check('a full and an incremental backup are in the bucket', made), figure: seconds },
        ...checks,
      ];
    } finally {
      for (const node of nodes.all) node.useRepository('folder');
      signal([server.child.pid ?? 0].filter(Boolean), 'SIGTERM');
    }
  },
};
