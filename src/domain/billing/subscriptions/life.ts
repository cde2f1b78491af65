import { daysAfter, type IsoDate } from '../../fields.ts';

/** Stored statuses of a subscription plan (SUB-07). */
export const storedStatuses = ['active', 'expired'] as const;

/** States of a subscription plan in the order of its life: scheduled before its first day, active, and expired (SUB-08). */
export const subscriptionStates = ['scheduled', 'active', 'expired'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The facts that decide the state of a subscription plan. `expiry_date` is its last day; null for no end. */
export type SubscriptionLife = {
  status: (typeof storedStatuses)[number];
  start_date: IsoDate;
  expiry_date: IsoDate | null;
};

/**
 * Returns the state of a subscription plan on a Melbourne date (GAP-105). It is expired once its last day has passed or it was
 * expired by hand, and scheduled while its first day is in the future.
 */
export function stateOf(
  { status, start_date, expiry_date }: SubscriptionLife,
  today: IsoDate,
): SubscriptionState {
  if (status === 'expired' || (expiry_date !== null && expiry_date < today)) return 'expired';
  return start_date > today ? 'scheduled' : 'active';
}

/** Whether every term of the plan may still be changed: only before it has started (SUB-09). */
export const isChangeable = (life: SubscriptionLife, today: IsoDate): boolean =>
  stateOf(life, today) === 'scheduled';

/** Whether the plan can be expired by hand: only while it is active (SUB-10). */
export const isExpirable = (life: SubscriptionLife, today: IsoDate): boolean =>
  stateOf(life, today) === 'active';

/** Whether the days of two plans overlap; an end of null is open. */
export const overlap = (
  a: Pick<SubscriptionLife, 'start_date' | 'expiry_date'>,
  b: Pick<SubscriptionLife, 'start_date' | 'expiry_date'>,
): boolean =>
  a.start_date <= (b.expiry_date ?? '9999-12-31') && b.start_date <= (a.expiry_date ?? '9999-12-31');

/** The first day of the plan that follows one with this last day. */
export const followsOn = (expiry_date: IsoDate): IsoDate => daysAfter(expiry_date, 1);

/**
 * Returns the day from which a subscriber pays by the plan that follows: the day after the last day of the ended plan, but not
 * before the following plan starts. After an expiry by hand it is that day itself, which is the last day of the ended plan.
 */
export function startOfFollowOn(lastDay: IsoDate | null, nextStarts: IsoDate, today: IsoDate): IsoDate {
  const begins = lastDay !== null && lastDay < today ? followsOn(lastDay) : today;
  return begins > nextStarts ? begins : nextStarts;
}
