import { melbourneDate, type IsoDate } from '../fields.ts';
import { lastDayOf, monthsAfter } from '../reports/months.ts';

/** A signed plan that was not changed for this number of months is looked at again. */
export const lookAgainMonths = 12;

/** Returns the day from which a plan is due to be looked at again: a year after the day of its version, or that month's last day. */
export function lookAgainDay(version: IsoDate): IsoDate {
  const month = monthsAfter(version, lookAgainMonths);
  const sameDay = `${month.slice(0, 8)}${version.slice(8)}`;
  const last = lastDayOf(month);
  return sameDay < last ? sameDay : last;
}

/** Whether a plan that was last signed, changed or said to be still right at `since` is due to be looked at again. */
export const isTimeToLookAgain = (since: Date, now: Date): boolean =>
  melbourneDate(now) >= lookAgainDay(melbourneDate(since));
