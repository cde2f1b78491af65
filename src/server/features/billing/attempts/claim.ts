import { setTimeout as pause } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { PaymentAttemptsTable } from '../../../db/tables/billing.ts';
import type { Services } from '../../../pipeline/context.ts';
import { updateClaimed, type Attempt } from '../attempt-store.ts';

/** Another call took the intent over, since this one gave no sign of life for too long. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** The right of one call to work on an intent to pay. */
export type Claim = {
  readonly attempt: Attempt;
  /** Changes the intent and claims it for as long again. @throws ClaimLost */
  update(change: Updateable<PaymentAttemptsTable>): Promise<void>;
  /** Lets others work on it. */
  release(): Promise<void>;
};

/** The claim of a call on an intent that it has just claimed in the database. */
export function claimOf(services: Services, claimed: Attempt): Claim {
  let attempt = claimed;
  return {
    get attempt() {
      return attempt;
    },
    async update(change) {
      const updated = await updateClaimed(services.db, attempt, change, services.clock());
      if (!updated) throw new ClaimLost();
      attempt = updated;
    },
    async release() {
      await updateClaimed(services.db, attempt, { claimed_until: null }, services.clock());
    },
  };
}

/** How long a call waits for another one that works on the same intent, in milliseconds. */
const patienceMs = 15_000;

const stepMs = 100;

/** Asks again until there is an answer, or null after 15 seconds of 'wait'. */
export async function untilFree<Found>(ask: () => Promise<Found | 'wait'>): Promise<Found | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== 'wait') return found;
    if (performance.now() > until) return null;
    await pause(stepMs);
  }
}
