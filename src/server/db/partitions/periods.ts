/** Lengths of the periods of partitions. They begin in UTC, as the times of rows are stored. */
export type PeriodLength = 'month' | 'year';

/** A period: from its first instant up to, and without, the first of the next. */
export type Period = { from: Date; to: Date };

/** The bounds of a partition; null without a lower bound. */
export type Bounds = { from: Date | null; to: Date };

/** Returns the period that contains an instant, or the one `later` periods after it. */
export function periodAt(at: Date, length: PeriodLength, later = 0): Period {
  const [years, months] = length === 'year' ? [later, 0] : [0, later];
  const first = (more: number) =>
    length === 'year'
      ? new Date(Date.UTC(at.getUTCFullYear() + years + more, 0))
      : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + more));
  return { from: first(0), to: first(1) };
}

/** Returns the end of a partition's name, such as `2027_03` or `2027`. */
export function periodName({ from }: Period, length: PeriodLength): string {
  const day = from.toISOString();
  return length === 'year' ? day.slice(0, 4) : day.slice(0, 7).replace('-', '_');
}

const overlaps = (period: Period, { from, to }: Bounds) =>
  period.from < to && (from === null || from < period.to);

/**
 * Returns the periods that lack a partition, in order: the present one, those `ahead`, and those of `rows`, which are times of rows
 * without a partition. Times outside of what is kept, or further ahead, get none: a wrong clock wrote them, and each would need a
 * partition that nothing fills. A period that an existing partition overlaps gets none either.
 */
export function missingPeriods(
  { now, keptSince, length, ahead }: { now: Date; keptSince: Date; length: PeriodLength; ahead: number },
  existing: readonly Bounds[],
  rows: readonly Date[] = [],
): Period[] {
  const last = periodAt(now, length, ahead);
  const wanted = [
    ...Array.from({ length: ahead + 1 }, (_, later) => periodAt(now, length, later)),
    ...rows.filter((at) => at >= keptSince && at < last.to).map((at) => periodAt(at, length)),
  ];
  const byStart = new Map(wanted.map((period) => [period.from.getTime(), period]));
  return [...byStart.values()]
    .filter((period) => !existing.some((bounds) => overlaps(period, bounds)))
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** Returns the partitions whose rows are all older than what is kept. */
export const expiredPartitions = <Partition extends Bounds>(
  existing: readonly Partition[],
  keptSince: Date,
): Partition[] => existing.filter(({ to }) => to <= keptSince);
