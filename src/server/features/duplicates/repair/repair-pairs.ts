import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../../../pipeline/context.ts';
import type { WriteLine } from '../../../ports/write-line.ts';

/** Customers of one statement, so that it holds its locks for some tens of milliseconds. */
const usualBatch = 500;

/** Time between two statements in milliseconds, which leaves the database to others. */
const usualPauseMs = 10;

/** Number of equal ranges into which the ids of customers are divided. Each night corrects one: a million customers take minutes. */
const usualRanges = 7;

const dayMs = 24 * 60 * 60_000;

/** Returns the lowest id of a range of ids; ranges are counted from 0. */
const beginOf = (range: number, ranges: number): string =>
  `${Math.floor((range * 0x1_0000) / ranges)
    .toString(16)
    .padStart(4, '0')}0000-0000-0000-0000-000000000000`;

type Repaired = { rows: { last_id: string | null; repaired: number }[] };

/**
 * Corrects the stored pairs of the customers in one range of ids, the next range each day: pairs that two simultaneous transactions missed, those of a
 * provider that moved to another organisation, and those beyond the bounds of a search. Returns the number of wrong pairs, which is also
 * logged.
 */
export async function repairPairs(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  log: WriteLine,
  {
    batch = usualBatch,
    pauseMs = usualPauseMs,
    ranges = usualRanges,
  }: { batch?: number; pauseMs?: number; ranges?: number } = {},
): Promise<number> {
  const range = Math.floor(clock().getTime() / dayMs) % ranges;
  const end = range + 1 < ranges ? beginOf(range + 1, ranges) : null;
  let total = 0;
  let after: string | null = beginOf(range, ranges);
  while (after !== null && (end === null || after < end)) {
    const { rows }: Repaired = await sql<
      Repaired['rows'][number]
    >`select last_id, repaired from duplicate_pairs_repair(${after}::uuid, ${batch}::int)`.execute(db);
    total += rows[0]?.repaired ?? 0;
    after = rows[0]?.last_id ?? null;
    if (after !== null) await pause(pauseMs);
  }
  if (total > 0) log(`${total} pairs of records that may be of one person were corrected.`);
  return total;
}
