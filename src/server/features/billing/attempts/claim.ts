import { setTimeout as pause } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { PaymentAttemptsTable } from '../../../db/tables/billing.ts';
import type { Services } from '../../../pipeline/context.ts';
import { updateClaimed, type Attempt } from './attempt-store.ts';

/** Another call took the attempt over, because this call did not extend its claim in time. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** The exclusive right of one call to work on a payment attempt. */
export type Claim = {
  readonly attempt: Attempt;
  /** Updates the attempt and extends the claim. @throws ClaimLost */
  update(change: Updateable<PaymentAttemptsTable>): Promise<void>;
  /** Lets other calls work on it. */
  release(): Promise<void>;
};

/** Returns the claim of a call on an attempt that it has just claimed in the database. */
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

/** How long a call waits for another call that works on the same attempt, in milliseconds. */
const patienceMs = 15_000;

const stepMs = 100;

/** Polls until there is a result, or returns null after 15 seconds of 'wait'. */
export async function untilFree<Found>(ask: () => Promise<Found | 'wait'>): Promise<Found | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== 'wait') return found;
    if (performance.now() > until) return null;
    await pause(stepMs);
  }
}
