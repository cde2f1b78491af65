import type Stripe from 'stripe';
import { idOf } from './kinds.ts';
import type { Work } from './work.ts';

/** Returns the current Unix second of an object: that of its test clock, or the present. */
export async function timeOf(
  work: Work,
  owner: { test_clock?: string | Stripe.TestHelpers.TestClock | null },
): Promise<number> {
  const clock = await work.find('test_helpers.test_clock', idOf(owner.test_clock) ?? '');
  return clock?.frozen_time ?? work.at;
}
