export type Interval = 'month' | 'year';

/**
 * Returns the end of the nth period of a subscription, in Unix seconds. Counts from the start of the subscription, so that a
 * short February does not move later periods, and in UTC, which has no daylight saving. If a month lacks the day, its last day is
 * used.
 */
export function periodEnd(anchor: number, interval: Interval, n: number): number {
  const start = new Date(anchor * 1000);
  const months = interval === 'year' ? 12 * n : n;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), days));
  return Math.floor(end.getTime() / 1000);
}

/** Returns the end of the period that begins at `start`. */
export function nextPeriodEnd(anchor: number, interval: Interval, start: number): number {
  let n = 1;
  while (periodEnd(anchor, interval, n) <= start) n += 1;
  return periodEnd(anchor, interval, n);
}
