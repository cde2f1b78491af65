import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../../../pipeline/context.ts';
import type { WriteLine } from '../../../ports/write-line.ts';

/** Customers of one statement, so that it holds its locks for some tens of milliseconds. */
const usualBatch = 500;

/** Time between two statements in milliseconds, which leaves the database to others. */
const usualPauseMs = 10;

const first = '00000000-0000-0000-0000-000000000000';

type Repaired = { rows: { last_id: string | null; repaired: number }[] };

/**
 * Corrects the stored pairs of all customers, once a day: pairs that two simultaneous transactions missed, those of a provider that moved to
 * another organisation, and those beyond the bounds of a search. Returns the number of wrong pairs, which is also logged.
 */
export async function repairPairs(
  { db }: Pick<Services, 'db'>,
  log: WriteLine,
  { batch = usualBatch, pauseMs = usualPauseMs }: { batch?: number; pauseMs?: number } = {},
): Promise<number> {
  let total = 0;
  let after: string | null = first;
  while (after !== null) {
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
