import { melbourneDate, type IsoDate } from '../fields.ts';
import { lastDayOf, monthsAfter } from '../reports/months.ts';

/** Number of months without a change after which a signed plan is due for review. */
export const lookAgainMonths = 12;

/** Returns the day from which a plan is due for review: a year after the day of its version, or that month's last day. */
export function lookAgainDay(version: IsoDate): IsoDate {
  const month = monthsAfter(version, lookAgainMonths);
  const sameDay = `${month.slice(0, 8)}${version.slice(8)}`;
  const last = lastDayOf(month);
  return sameDay < last ? sameDay : last;
}

/** Whether a plan that was last signed, changed or confirmed as still right at `since` is due for review. */
export const isTimeToLookAgain = (since: Date, now: Date): boolean =>
  melbourneDate(now) >= lookAgainDay(melbourneDate(since));
