import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter } from '../fields.ts';
import { beginOfTerm, durations, nextBeginOfTerm } from './billing-terms.ts';

const date = fc.integer({ min: 0, max: 20_000 }).map((days) => daysAfter('2000-01-01', days));

describe('the terms of a payment plan', () => {
  it.each([
    ['2026-01-31', 'monthly', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30', 'monthly', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['2028-02-29', 'annually-1', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-10-04', 'monthly', ['2026-10-04', '2026-11-04']],
    ['2026-04-05', 'annually-2', ['2026-04-05', '2028-04-05', '2030-04-05']],
    ['2026-07-01', 'annually-3', ['2026-07-01', '2029-07-01']],
  ] as const)(
    'begin on the day of %s (%s), or on the last day of a shorter month [D-53]',
    (begun, duration, days) => {
      expect(days.map((_, number) => beginOfTerm(begun, duration, number))).toEqual(days);
    },
  );

  it('follow each other without a gap: the next begin after a date is the earliest one that is later [D-53]', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...durations),
        fc.integer({ min: 0, max: 3_000 }),
        (begun, duration, days) => {
          const after = daysAfter(begun, days);
          const next = nextBeginOfTerm(begun, duration, after);
          let number = 0;
          while (beginOfTerm(begun, duration, number) <= after) number += 1;
          expect(next).toBe(beginOfTerm(begun, duration, number));
        },
      ),
    );
  });
});
