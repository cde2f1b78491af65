import { sql } from 'kysely';
import type { Database } from '../../../pipeline/context.ts';

/** Customers of one statement, so that it locks their rows only briefly. */
const batch = 500;
/** Time after which a run ends, in milliseconds: the next one continues. */
const longestMs = 2_000;

/**
 * Adds customers of before the roll-up to it. Returns whether it has all of them; until then the reports show smaller numbers for
 * earlier months. Does not wait for another process that fills at the same time.
 */
export async function fillReports(db: Database): Promise<boolean> {
  const begin = performance.now();
  while (performance.now() - begin < longestMs) {
    const { rows } = await sql<{
      added: number;
    }>`select report_fill_next(${sql.lit(batch)}) as added`.execute(db);
    if ((rows[0]?.added ?? 0) < batch) return isFilled(db);
  }
  return false;
}

/** Entries that one statement names: few, so that it locks them only briefly. */
const entriesBatch = 2_000;

/** Whether the roll-up has all customers. */
export async function isFilled(db: Database): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select done_at is not null as done from report_fill`.execute(
    db,
  );
  return rows[0]?.done ?? false;
}

/**
 * Names the events of entries from before migration 0067, for two seconds at most. The audit report reads an event from the
 * trail until it is named. Returns true when none is left for this process.
 */
export async function nameEntries(db: Database): Promise<boolean> {
  const begin = performance.now();
  while (performance.now() - begin < longestMs) {
    const { rows } = await sql<{
      named: number;
    }>`select plan_entries_name(${sql.lit(entriesBatch)}) as named`.execute(db);
    if ((rows[0]?.named ?? 0) < entriesBatch) return true;
  }
  return false;
}
