import type { IsoDate } from '../fields.ts';
import { trialDaysLeft } from './trial.ts';

/** Days before the end of a provider's trial on which a mail announces it; 0 is the mail that it has ended. */
export const trialNoticeDays = [14, 7, 1, 0] as const;
export type TrialNotice = (typeof trialNoticeDays)[number];

/** A trial that ended longer ago than this, in days, is not announced any more. */
const announcedFor = 7;

/**
 * Returns the notice that is due for a trial: the latest one whose day has come. Null if none is, or if it was sent already.
 * `sent` is the last notice that was sent for this end date.
 */
export function dueTrialNotice(ends: IsoDate, sent: TrialNotice | null, today: IsoDate): TrialNotice | null {
  const left = trialDaysLeft(ends, today);
  if (left < -announcedFor) return null;
  const due = trialNoticeDays.findLast((days) => Math.max(0, left) <= days);
  return due === undefined || (sent !== null && sent <= due) ? null : due;
}
