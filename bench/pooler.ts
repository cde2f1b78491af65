import { sql } from 'kysely';
import pg from 'pg';
import { pgBouncerVersion, startPgBouncer } from '../testing/processes/pgbouncer.ts';
import { digits, quantile, type Figure } from './measuring/figure.ts';
import { runLoad, type Client, type Run } from './measuring/load.ts';
import { saver } from './saving.ts';
import { childrenSecondsOf, parentOf, processorSecondsOf } from './measuring/processes.ts';
import { onStage, type Stage } from './stage.ts';

/**
 * Rounds of each side, in alternation, and the length of one in seconds: short, so that both rounds of a pair run under the same
 * conditions.
 */
const rounds = 40;
const roundSeconds = 1;

type Side = 'direct' | 'pooled';
/** Result of a round, with its processor time in seconds. */
type Round = Run & { seconds: number };
type Pair = Record<Side, Round>;

const timeouts = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
};

/** Settings of `deploy/cluster/pgbouncer.ini` that concern its clients. */
const settings = {
  max_prepared_statements: 500,
  default_pool_size: 30,
  ignore_startup_parameters: Object.keys(timeouts).join(','),
};

/** Sets the timeouts of the role, which PgBouncer drops from the start of a connection. */
async function setTimeouts({ superuserUrl }: Stage): Promise<void> {
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  const database = new URL(superuserUrl).pathname.slice(1);
  for (const [name, value] of Object.entries(timeouts))
    await admin.query(`alter role wattle in database ${database} set ${name} = '${value}'`);
  await admin.end();
}

/** Processor time of the server, the database and the pooler, in seconds. */
const spentBy = (server: number, postmaster: number, pooler: number): number =>
  processorSecondsOf(server) +
  processorSecondsOf(postmaster) +
  childrenSecondsOf(postmaster) +
  processorSecondsOf(pooler);

/**
 * Compares saving a step through PgBouncer in transaction mode with saving it through direct connections to the database. Eight people
 * at once. Each ratio is that of two consecutive rounds, because other load on the machine varies.
 * Skipped where PgBouncer is missing or too old.
 */
export async function benchPooler(): Promise<Figure[]> {
  const version = pgBouncerVersion();
  if (version === null || version[1] < 21) {
    const found = version ? `this is ${version.join('.')}` : 'none was found';
    console.error(
      `pooler: skipped. PgBouncer 1.21 or newer is needed on the path or in PGBOUNCER; ${found}.`,
    );
    return [];
  }
  return onStage(async (stage) => {
    await setTimeouts(stage);
    const direct = await stage.serve('ours');
    const pooler = await startPgBouncer(stage.databaseUrl, settings);
    try {
      const pooled = await stage.serve('pooled', {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: stage.databaseUrl,
      });
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(stage.services.db);
      const postmaster = parentOf(rows[0]?.pid ?? 0);
      const clients: Record<Side, Client[]> = { direct: [], pooled: [] };
      for (let count = 0; count < 8; count += 1) {
        clients.direct.push((await saver(stage, direct.origin)).client);
        clients.pooled.push((await saver(stage, pooled.origin)).client);
      }
      const run = async (side: Side): Promise<Round> => {
        const served = side === 'direct' ? direct : pooled;
        const before = spentBy(served.pid, postmaster, pooler.pid);
        const measured = await runLoad(served.origin, clients[side], roundSeconds);
        await stage.settle();
        return { ...measured, seconds: spentBy(served.pid, postmaster, pooler.pid) - before };
      };
      await run('direct');
      await run('pooled');
      const pairs: Pair[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const isDirectFirst = round % 2 === 0;
        const first = await run(isDirectFirst ? 'direct' : 'pooled');
        const second = await run(isDirectFirst ? 'pooled' : 'direct');
        pairs.push(isDirectFirst ? { direct: first, pooled: second } : { direct: second, pooled: first });
      }
      return figuresOf(pairs, version);
    } finally {
      await pooler.close();
    }
  });
}

function figuresOf(pairs: readonly Pair[], version: readonly number[]): Figure[] {
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  const middle = (side: Side, name: keyof Run) =>
    digits(quantile(sorted(pairs.map((pair) => pair[side][name])), 0.5));
  const ratios = sorted(pairs.map(({ direct, pooled }) => pooled.perSecond / direct.perSecond));
  const part = (share: number) => digits(quantile(ratios, share));
  const sumOf = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0);
  const perSave = (side: Side) =>
    (1_000 * sumOf((pair) => pair[side].seconds)) / sumOf((pair) => pair[side].perSecond * roundSeconds);
  return [
    {
      name: 'saving a step through PgBouncer',
      value: quantile(ratios, 0.5),
      unit: 'of the same directly',
      goal: { least: 0.85 },
      about: `PgBouncer ${version.join('.')}; ${pairs.length} pairs of rounds from ${part(0)} to ${part(1)}, half of them from ${part(0.25)} to ${part(0.75)}; ${middle('pooled', 'perSecond')} a second, directly ${middle('direct', 'perSecond')}; p50 ${middle('pooled', 'p50')} ms, directly ${middle('direct', 'p50')}; p99 ${middle('pooled', 'p99')} ms, directly ${middle('direct', 'p99')}`,
    },
    {
      name: 'processor time of these',
      value: perSave('pooled') / perSave('direct'),
      unit: 'times the same directly',
      about: `server, database and pooler with the jobs: ${digits(perSave('pooled'))} ms a save, directly ${digits(perSave('direct'))} ms`,
    },
  ];
}
