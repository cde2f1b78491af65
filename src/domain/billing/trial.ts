import { daysAfter, type IsoDate } from '../fields.ts';

/** Length of a trial in days, for a new provider and for a customer whose provider is on trial (GAP-108). */
export const trialDays = 30;

/** A trial ends soon if this many days of it are left, or fewer. */
export const trialSoonDays = 7;

/**
 * Returns the days left of a trial: from now to the beginning of its end date in Melbourne, rounded up (TRANS-02). Because of the
 * rounding, the current day counts as a whole one, so the difference of the two dates is the same number, also if a day has 23 or
 * 25 hours.
 */
export const trialDaysLeft = (ends: IsoDate, today: IsoDate): number =>
  Math.round((Date.parse(ends) - Date.parse(today)) / 86_400_000);

/** True when fewer than 1 day of a trial remains (TRANS-03, CON-48). */
export const isTrialOver = (ends: IsoDate, today: IsoDate): boolean => trialDaysLeft(ends, today) < 1;

/**
 * Returns the first and last end date of the trials that end soon: those that are not over and have at most `trialSoonDays` days
 * left.
 */
export const trialsEndingSoon = (today: IsoDate): { from: IsoDate; to: IsoDate } => ({
  from: daysAfter(today, 1),
  to: daysAfter(today, trialSoonDays),
});

/**
 * Returns the end date of the trial of a new provider; null for none. A root provider without a payment plan has a trial.
 * Providers below share the trial or the plan of the nearest one above, so they get none of their own.
 */
export const trialOfNewProvider = (
  { parentId, subscriptionId }: { parentId: string | null; subscriptionId: string | null },
  today: IsoDate,
): IsoDate | null => (parentId === null && subscriptionId === null ? daysAfter(today, trialDays) : null);
