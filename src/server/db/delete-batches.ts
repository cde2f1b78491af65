import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';
import type { Tables } from './tables/tables.ts';

/** Rows of one table that go when their time is over. `at` must be what an index begins with. */
export type Expired = {
  table: keyof Tables;
  /** The time by which a row goes, as SQL. */
  at: RawBuilder<unknown>;
  before: Date;
  /** Which rows, where not all. */
  only?: RawBuilder<unknown>;
  /** Rows of one statement; fewer where rows are large. */
  batch?: number;
};

/** So few that a statement stays far below its time limit, and holds no lock for long. */
const defaultBatch = 5_000;

type Batch = { count: number; last: Date | null };

/**
 * Deletes one batch, the oldest rows from `from` on. Rows that another transaction holds are left to the next run. `from` keeps a
 * batch from reading again what those before it deleted and no vacuum took away yet.
 */
export function expiredBatch(
  { table, at, before, only = sql`true`, batch = defaultBatch }: Expired,
  from: Date | null,
): RawBuilder<Batch> {
  const begin = from ?? sql`'-infinity'`;
  return sql`
    with due as materialized (
      select ctid, ${at} as at from ${sql.table(table)}
      where ${at} < ${before} and ${at} >= ${begin}::timestamptz and ${only}
      order by ${at} limit ${batch} for update skip locked
    ), gone as (
      delete from ${sql.table(table)} where ctid = any(array(select ctid from due))
    )
    select count(*)::int as count, max(at) as last from due`;
}

/**
 * Deletes all rows whose time is over, each batch in a transaction of its own, with as long a rest behind it as it took. Gives
 * how many.
 */
export async function deleteExpired(db: Database, expired: Expired): Promise<number> {
  let total = 0;
  let from: Date | null = null;
  for (;;) {
    const begin = performance.now();
    const { rows } = await expiredBatch(expired, from).execute(db);
    const { count, last }: Batch = rows[0] ?? { count: 0, last: null };
    total += count;
    if (count < (expired.batch ?? defaultBatch)) return total;
    from = last;
    await pause(performance.now() - begin);
  }
}
