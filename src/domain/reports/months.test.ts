import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysOfMonths,
  lastDayOf,
  monthKinds,
  monthsAfter,
  monthsOf,
  mostMonths,
  percentOf,
  reportMonths,
  type MonthNumbers,
} from './months.ts';

const month = fc
  .tuple(fc.integer({ min: 2020, max: 2030 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}-01`);
const numbers: fc.Arbitrary<MonthNumbers> = fc
  .tuple(
    month,
    fc.boolean(),
    fc.array(fc.nat(50), { minLength: monthKinds.length, maxLength: monthKinds.length }),
  )
  .map(
    ([at, archived, counts]) =>
      ({
        month: at,
        archived,
        ...Object.fromEntries(monthKinds.map((kind, index) => [kind, counts[index]])),
      }) as MonthNumbers,
  );

describe('the days of the months of a report', () => {
  it('end with the last month, or today if that month has not ended', () => {
    const months = { from: '2026-01-01', to: '2026-02-01' };
    expect(daysOfMonths(months, '2026-06-15')).toEqual({ from: '2026-01-01', to: '2026-02-28' });
    expect(daysOfMonths(months, '2026-02-28')).toEqual({ from: '2026-01-01', to: '2026-02-28' });
    expect(daysOfMonths(months, '2026-02-10')).toEqual({ from: '2026-01-01', to: '2026-02-10' });
  });
});

describe('the months of a report', () => {
  it('are the last twelve without dates, whole, and never later than now', () => {
    const none = { from: null, to: null };
    expect(monthsOf(none, '2026-11-20')).toEqual({ from: '2025-12-01', to: '2026-11-01' });
    expect(monthsOf({ from: '2026-02-14', to: '2026-03-02' }, '2026-11-20')).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    });
    expect(monthsOf({ from: '2027-02-14', to: '2027-03-02' }, '2026-11-20')).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
    });
    expect(monthsOf({ from: null, to: '2026-03-31' }, '2026-11-20')).toEqual({
      from: '2025-04-01',
      to: '2026-03-01',
    });
  });

  it('are at most sixty', () => {
    expect(monthsOf({ from: '1990-01-01', to: null }, '2026-11-20')).toEqual({
      from: '2021-12-01',
      to: '2026-11-01',
    });
    fc.assert(
      fc.property(month, month, month, (from, to, today) => {
        const months = monthsOf({ from, to }, today);
        expect(months.from <= months.to && months.to <= today).toBe(true);
        expect(reportMonths([], months).length).toBeLessThanOrEqual(mostMonths);
      }),
    );
  });

  it('end on their last day, in leap years too', () => {
    expect(
      ['2024-02-01', '2026-02-01', '2000-02-01', '2100-02-01', '2026-04-01', '2026-12-01'].map(lastDayOf),
    ).toEqual([...['2024-02-29', '2026-02-28', '2000-02-29', '2100-02-28', '2026-04-30', '2026-12-31']]);
    expect([monthsAfter('2026-11-01', 2), monthsAfter('2026-01-01', -1)]).toEqual([
      '2027-01-01',
      '2025-12-01',
    ]);
  });

  it('have the sums until their end, without archived customers, and what happened in them with these', () => {
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 30 }), month, fc.nat(30), (known, from, more) => {
        const to = monthsAfter(from, more);
        const rows = reportMonths(known, { from, to });
        expect(rows).toHaveLength(more + 1);
        for (const row of rows) {
          const sum = (kind: (typeof monthKinds)[number], of: (one: MonthNumbers) => boolean) =>
            known.filter(of).reduce((total, one) => total + one[kind], 0);
          const until = (one: MonthNumbers) => !one.archived && one.month <= row.month;
          expect(row.completed).toBe(sum('completed', (one) => one.month === row.month));
          expect(row.customers).toBe(sum('joined', until));
          expect(row.complete).toBe(sum('completed', until));
          expect(row.drafts).toBe(sum('started', until) - sum('finished', until));
        }
      }),
    );
  });
});

describe('a share in percent', () => {
  it('is all or none only if it is exactly that', () => {
    expect([
      percentOf(412, 980),
      percentOf(1, 1_000),
      percentOf(999, 1_000),
      percentOf(0, 5),
      percentOf(5, 5),
    ]).toEqual([42, 1, 99, 0, 100]);
    expect(percentOf(0, 0)).toBeNull();
  });
});
