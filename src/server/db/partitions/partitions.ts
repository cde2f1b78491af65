import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { expiredPartitions, missingPeriods, periodName, type Bounds, type PeriodLength } from './periods.ts';

/** A table that is partitioned by time (docs/decisions/0147). */
export type PartitionedTable = {
  table: 'recent_activities' | 'sent_messages';
  /** The column of the time, and the key of each partition. */
  at: string;
  key: string;
  length: PeriodLength;
  /** Number of periods after the present one that have a partition. */
  ahead: number;
  /** Rows before this instant are not needed. */
  keptSince: (now: Date) => Date;
};

const day = 24 * 60 * 60_000;

/**
 * Years for which recent activities are kept, in the partitions of whole years. Seven years after the last entry is what health
 * records must be kept for (Health Records Act 2001 of Victoria, principle 4).
 */
export const activityYears = 7;

/** Days for which records of sent mails are kept, in partitions of whole months. */
export const sentMailDays = 60;

export const partitionedTables: readonly PartitionedTable[] = [
  {
    table: 'recent_activities',
    at: 'created_at',
    key: 'id',
    length: 'year',
    ahead: 2,
    keptSince: (now) =>
      new Date(Date.UTC(now.getUTCFullYear() - activityYears, now.getUTCMonth(), now.getUTCDate())),
  },
  {
    table: 'sent_messages',
    at: 'sent_at',
    key: 'message_id',
    length: 'month',
    ahead: 2,
    keptSince: (now) => new Date(now.getTime() - sentMailDays * day),
  },
];

/** Schema of all partitions. */
const schema = 'parts';

/** The partition of rows that fit no other. */
const restOf = ({ table }: PartitionedTable) => `${table}_rest`;

/**
 * Maximum number of rows that are moved out of the rest. One transaction writes them again and blocks the table for less than a second.
 */
export const movedAtMost = 20_000;

/** Times of rows of the rest that are considered, at most one for each period. */
const restPeriodsAtMost = 36;

/**
 * Each attempt waits for its locks this long, in milliseconds. All statements that follow wait behind it, so it is short, and a
 * deadlock ends the attempt instead of a request, as for a migration.
 */
const lockMs = 200;
const attempts = { number: 30, pauseMs: 1_000 };

export type PartitionReport = { made: string[]; dropped: string[]; moved: number; outside: number };

type Partition = Bounds & { name: string };

const isLockTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === '55P03' || cause?.code === '55P03';
};

/** Runs statements in a transaction that waits only briefly for locks, and retries it after a pause in which requests run. */
async function withLocks<Output>(
  db: Database,
  run: (tx: Database) => Promise<Output>,
  { number, pauseMs } = attempts,
): Promise<Output> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx);
        return run(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error) || attempt >= number) throw error;
      await pause(pauseMs);
    }
  }
}

/** Returns the partitions with bounds, without the rest. */
export async function findPartitions(db: Database, { table }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string; from: Date | null; to: Date }>`
    select name, from_text::timestamptz as "from", to_text::timestamptz as "to" from (
      select c.relname as name,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([^'']+)''\\)') as from_text,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)') as to_text
      from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = ${`public.${table}`}::regclass) partition
    where to_text is not null order by 3`.execute(db);
  return rows.map(({ name, from, to }) => ({ name, from, to }));
}

/**
 * Returns a time in each period whose rows are in the default partition, and the number of these rows, counted up to the limit of a move.
 */
async function readRest(
  db: Database,
  partitioned: PartitionedTable,
): Promise<{ times: Date[]; rows: number }> {
  const { at, length } = partitioned;
  const rest = sql.id(schema, restOf(partitioned));
  const { rows } = await sql<{ at: Date; count: number }>`
    select min(at) as at, count(*)::int as count
    from (select ${sql.ref(at)} as at from ${rest} limit ${movedAtMost + 1}) row
    group by date_trunc(${length}, at at time zone 'UTC') order by 1 limit ${restPeriodsAtMost}`.execute(db);
  return { times: rows.map((row) => row.at), rows: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** Returns the number of rows in no partition of their time, each table counted up to the limit of a move. */
export async function countRest(db: Database): Promise<number> {
  let rows = 0;
  for (const partitioned of partitionedTables) rows += (await readRest(db, partitioned)).rows;
  return rows;
}

type Names = { name: string; from: Date; to: Date };

async function makeAll(
  tx: Database,
  { table, key }: PartitionedTable,
  periods: readonly Names[],
): Promise<void> {
  for (const { name, from, to } of periods) {
    const partition = sql.id(schema, name);
    await sql`create table ${partition} partition of ${sql.table(table)}
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx);
    await sql`alter table ${partition} add primary key (${sql.ref(key)})`.execute(tx);
  }
}

/** Makes partitions for periods whose rows are in the default partition: replaces the default partition, and inserts its rows again. */
async function makeFromRest(
  tx: Database,
  partitioned: PartitionedTable,
  periods: readonly Names[],
): Promise<void> {
  const { table, key } = partitioned;
  const rest = sql.id(schema, restOf(partitioned));
  const earlier = sql.id(schema, `${restOf(partitioned)}_earlier`);
  const parent = sql.table(table);
  await sql`lock table ${parent} in access exclusive mode`.execute(tx);
  await sql`alter table ${parent} detach partition ${rest}`.execute(tx);
  await sql`alter table ${rest} rename to ${sql.id(`${restOf(partitioned)}_earlier`)}`.execute(tx);
  await sql`create table ${rest} partition of ${parent} default`.execute(tx);
  await sql`alter table ${rest} add primary key (${sql.ref(key)})`.execute(tx);
  await makeAll(tx, partitioned, periods);
  await sql`insert into ${parent} select * from ${earlier}`.execute(tx);
  await sql`drop table ${earlier}`.execute(tx);
}

/**
 * Makes the partitions of a table that are missing and drops those whose rows are all expired. A failure half way loses nothing, and
 * the next run does the remainder. `outside` counts the rows that no partition could take, at most `movedAtMost` + 1.
 */
export async function maintainPartitions(
  db: Database,
  partitioned: PartitionedTable,
  now: Date,
): Promise<PartitionReport> {
  const { table, length, ahead } = partitioned;
  const keptSince = partitioned.keptSince(now);
  const existing = await findPartitions(db, partitioned);
  const rest = await readRest(db, partitioned);
  const mayMove = rest.rows > 0 && rest.rows <= movedAtMost;
  const missing = missingPeriods({ now, keptSince, length, ahead }, existing, mayMove ? rest.times : []);
  const named = missing.map((period) => ({ ...period, name: `${table}_${periodName(period, length)}` }));
  const hasRows = ({ from, to }: Names) => rest.times.some((at) => from <= at && at < to);
  const free = named.filter((one) => !hasRows(one));
  const taken = named.filter(hasRows);
  for (const one of free) await withLocks(db, (tx) => makeAll(tx, partitioned, [one]));
  if (taken.length > 0 && mayMove) await withLocks(db, (tx) => makeFromRest(tx, partitioned, taken));
  const made = [...free, ...(mayMove ? taken : [])].map(({ name }) => name);
  const dropped: string[] = [];
  for (const { name } of expiredPartitions(existing, keptSince)) {
    // Without a detachment before: that would need a lock on people, to change their foreign keys.
    await withLocks(db, (tx) => sql`drop table ${sql.id(schema, name)}`.execute(tx));
    dropped.push(name);
  }
  // Autovacuum analyses only the partitions; the planner also needs the figures of the whole table.
  await sql`analyze ${sql.table(table)}`.execute(db);
  const left = await readRest(db, partitioned);
  return { made, dropped, moved: Math.max(0, rest.rows - left.rows), outside: left.rows };
}
