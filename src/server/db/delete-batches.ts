import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './connection/connect.ts';
import type { Tables } from './tables/tables.ts';

/** Rows of one table to delete after they expire. `at` must be the beginning of an index. */
export type Expired = {
  table: keyof Tables;
  /** The time that decides when a row expires, as SQL. */
  at: RawBuilder<unknown>;
  before: Date;
  /** Condition on the rows; all rows by default. */
  only?: RawBuilder<unknown>;
  /** Rows of one statement; fewer if rows are large. */
  batch?: number;
};

/** Small enough that a statement stays far below its timeout, and holds no lock for long. */
const defaultBatch = 5_000;

type Batch = { count: number; last: Date | null };

/**
 * Builds the statement that deletes one batch, the oldest rows from `from` on. Rows that another transaction has locked are left
 * for the next run. `from` prevents a batch from scanning rows that earlier batches deleted and vacuum has not removed yet.
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
 * Deletes all expired rows, each batch in its own transaction, followed by a pause of the same length. Returns the number of
 * rows.
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
