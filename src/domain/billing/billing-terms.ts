import type { IsoDate } from '../fields.ts';

/** How long a provider's payment plan lasts until it is paid again (SUB-13). */
export const durations = ['monthly', 'annually-1', 'annually-2', 'annually-3'] as const;
export type Duration = (typeof durations)[number];

const monthsOf: Readonly<Record<Duration, number>> = {
  monthly: 1,
  'annually-1': 12,
  'annually-2': 24,
  'annually-3': 36,
};

/**
 * Returns the date on which a term begins, counted from the one that began on `begun`: 0 gives `begun`, 1 the next one. Each term
 * keeps the day of `begun`, or begins on the last day of a shorter month (D-53).
 */
export function beginOfTerm(begun: IsoDate, duration: Duration, number: number): IsoDate {
  return Temporal.PlainDate.from(begun)
    .add({ months: monthsOf[duration] * number })
    .toString();
}

/** Returns the begin of the first term after a date. */
export function nextBeginOfTerm(begun: IsoDate, duration: Duration, after: IsoDate): IsoDate {
  const { months } = Temporal.PlainDate.from(begun).until(after, { largestUnit: 'months' });
  let number = Math.max(0, Math.floor(months / monthsOf[duration]));
  while (beginOfTerm(begun, duration, number) <= after) number += 1;
  return beginOfTerm(begun, duration, number);
}
