import type Stripe from 'stripe';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';

/** The Unix second at which something lives: its test clock's, or the present. */
export async function timeOf(
  work: Work,
  owner: { test_clock?: string | Stripe.TestHelpers.TestClock | null },
): Promise<number> {
  const clock = await work.find('test_helpers.test_clock', idOf(owner.test_clock) ?? '');
  return clock?.frozen_time ?? work.at;
}
