import { sql } from 'kysely';
import type { Tx } from '../../../../pipeline/context.ts';
import { partsOf, type PartCount } from './parts.ts';

/** The tables whose column `search` has an index of trigrams. */
type SearchedTable = 'customer_list' | 'providers';

/** Maximum age of counts in milliseconds: common parts of names hardly change, and `analyze` takes new samples about as rarely. */
const maximumAgeMs = 10 * 60_000;

const known = new Map<SearchedTable, { readAt: number; countOf: PartCount }>();

/** Counts the texts that contain each part. */
export function countParts(texts: readonly string[]): PartCount {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const part of new Set(partsOf(text).map((found) => found.text)))
      counts.set(part, (counts.get(part) ?? 0) + 1);
  return (part) => counts.get(part) ?? 0;
}

/** Counts the parts in the samples that `analyze` took of the searched texts of a table. A new table has none. */
export async function readPartCounts(tx: Tx, table: SearchedTable): Promise<PartCount> {
  const { rows } = await sql<{ texts: string[] | null }>`
    select histogram_bounds::text::text[] as texts from pg_stats
    where schemaname = current_schema() and tablename = ${table} and attname = 'search'`.execute(tx);
  return countParts(rows[0]?.texts ?? []);
}

/**
 * Returns how common the parts of the searched texts of a table are, some minutes old at most. Counts guide only which part the
 * index is queried for, never what is found, so the processes may have different ones.
 */
export async function partCounts(tx: Tx, table: SearchedTable): Promise<PartCount> {
  const last = known.get(table);
  if (last && performance.now() - last.readAt < maximumAgeMs) return last.countOf;
  const countOf = await readPartCounts(tx, table);
  known.set(table, { readAt: performance.now(), countOf });
  return countOf;
}
