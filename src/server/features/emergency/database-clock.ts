import { sql } from 'kysely';
import { atMost } from '../../pipeline/limits/maximum-duration.ts';
import type { Database } from '../../pipeline/context.ts';

/** The database's time, which all servers share: a plan opened by one of them is open at the others. */
export type DatabaseClock = {
  now(): Date;
  /** Compares with the database's time. Without a timely answer, the last comparison is kept. */
  compare(): Promise<void>;
};

/** How long a comparison is valid, in milliseconds. */
const comparedForMs = 60_000;
const patienceMs = 1_000;

/** A smaller difference is treated as the duration of the query. */
const toleranceMs = 2_000;

/** Creates the clock. `clock` is that of this process; its offset from the machine's clock, as in tests, is kept. */
export function createDatabaseClock(db: Database, clock: () => Date): DatabaseClock {
  let ahead = 0;
  let comparedAt = Number.NEGATIVE_INFINITY;

  async function compare(): Promise<void> {
    comparedAt = performance.now();
    const before = Date.now();
    const asked = sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const found = await atMost(patienceMs, asked).catch(() => null);
    const now = found?.rows[0]?.now.getTime();
    if (now === undefined) return;
    const difference = now - Math.round((before + Date.now()) / 2);
    ahead = Math.abs(difference) < toleranceMs ? 0 : difference;
  }

  return {
    compare,
    now() {
      if (performance.now() - comparedAt > comparedForMs) void compare();
      return new Date(clock().getTime() + ahead);
    },
  };
}
