import { sql } from 'kysely';
import { atMost } from '../../pipeline/limits/maximum-duration.ts';
import type { Database } from '../../pipeline/context.ts';

/** The time as the database has it, which all servers share: a plan that one of them opened is open at the others. */
export type DatabaseClock = {
  now(): Date;
  /** Asks the database how late it is. Where it does not answer soon, the last answer counts on. */
  compare(): Promise<void>;
};

/** How long an answer counts before the next one is asked for, in milliseconds. */
const comparedForMs = 60_000;
const patienceMs = 1_000;

/** A smaller difference is the time that the question took. */
const toleranceMs = 2_000;

/** `clock` is that of this process; what it shows beyond the machine's clock, as in tests, is kept. */
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
