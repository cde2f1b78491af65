import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiredPartitions, missingPeriods, periodAt, periodName, type PeriodLength } from './periods.ts';

const at = (text: string) => new Date(`${text}Z`);
const instant = fc.date({ min: at('2001-01-01T00:00'), max: at('2100-01-01T00:00'), noInvalidDate: true });
const length = fc.constantFrom<PeriodLength>('month', 'year');
const keptSince = at('2026-01-01T00:00');

describe('periods of partitions', () => {
  it('begin in UTC with a month or a year, and the name says which [C-05]', () => {
    const month = periodAt(at('2026-12-31T23:59'), 'month');
    expect(month).toEqual({ from: at('2026-12-01T00:00'), to: at('2027-01-01T00:00') });
    expect(periodName(month, 'month')).toBe('2026_12');
    expect(periodName(periodAt(at('2026-12-31T23:59'), 'month', 2), 'month')).toBe('2027_02');
    const year = periodAt(at('2027-01-01T00:00'), 'year');
    expect(year).toEqual({ from: at('2027-01-01T00:00'), to: at('2028-01-01T00:00') });
    expect(periodName(year, 'year')).toBe('2027');
  });

  it('contain their instant and follow each other without a gap [C-05]', () => {
    fc.assert(
      fc.property(instant, length, fc.integer({ min: 0, max: 40 }), (when, of, later) => {
        const { from, to } = periodAt(when, of);
        expect(from <= when && when < to).toBe(true);
        expect(periodAt(when, of, later + 1).from).toEqual(periodAt(when, of, later).to);
        expect(periodAt(to, of)).toEqual(periodAt(when, of, 1));
      }),
    );
  });
});

describe('missing partitions', () => {
  const now = at('2026-11-30T08:00');
  const names = (...args: Parameters<typeof missingPeriods>) =>
    missingPeriods(...args).map((period) => periodName(period, args[0].length));

  it('are the present period and those ahead, without those that the partition of the past covers [C-05]', () => {
    const past = { from: null, to: at('2027-01-01T00:00') };
    expect(names({ now, keptSince, length: 'month', ahead: 2 }, [])).toEqual([
      '2026_11',
      '2026_12',
      '2027_01',
    ]);
    expect(names({ now, keptSince, length: 'month', ahead: 2 }, [past])).toEqual(['2027_01']);
    expect(names({ now, keptSince, length: 'year', ahead: 1 }, [past])).toEqual(['2027']);
  });

  it('include those of rows in no partition, except for times that only a wrong clock writes [C-05]', () => {
    const rows = [
      at('2026-08-03T00:00'),
      at('2026-08-04T00:00'),
      at('2019-01-01T00:00'),
      at('2099-01-01T00:00'),
    ];
    expect(names({ now, keptSince, length: 'month', ahead: 0 }, [], rows)).toEqual(['2026_08', '2026_11']);
  });

  it('never overlap an existing one, and are bounded whatever the rows [C-05]', () => {
    fc.assert(
      fc.property(instant, length, fc.array(instant), fc.array(instant), (when, of, made, rows) => {
        const kept = new Date(when.getTime() - 366 * 86_400_000);
        const existing = made.map((one) => periodAt(one, of));
        const found = missingPeriods({ now: when, keptSince: kept, length: of, ahead: 2 }, existing, rows);
        for (const { from, to } of found)
          expect(existing.every((one) => one.to <= from || to <= one.from)).toBe(true);
        expect(found.length).toBeLessThanOrEqual(17);
        const after = [...existing, ...found];
        expect(missingPeriods({ now: when, keptSince: kept, length: of, ahead: 2 }, after, rows)).toEqual([]);
      }),
    );
  });
});

it('drops a partition only when its last instant is no longer kept [C-05]', () => {
  const past = { from: null, to: at('2026-01-01T00:00') };
  const next = periodAt(at('2026-01-15T00:00'), 'month');
  expect(expiredPartitions([past, next], keptSince)).toEqual([past]);
  expect(expiredPartitions([past, next], new Date(keptSince.getTime() - 1))).toEqual([]);
  expect(expiredPartitions([past, next], next.to)).toEqual([past, next]);
});
