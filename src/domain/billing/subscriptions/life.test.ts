import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter, melbourneDate } from '../../fields.ts';
import {
  isChangeable,
  isExpirable,
  overlap,
  startOfFollowOn,
  stateOf,
  subscriptionStates,
  type SubscriptionLife,
} from './life.ts';

const plan = (changes: Partial<SubscriptionLife> = {}): SubscriptionLife => ({
  status: 'active',
  start_date: '2026-07-01',
  expiry_date: '2027-06-30',
  ...changes,
});

describe('the life of a subscription plan', () => {
  it.each([
    ['2026-06-30', 'scheduled'],
    ['2026-07-01', 'active'],
    ['2027-06-30', 'active'],
    ['2027-07-01', 'expired'],
  ] as const)('on %s is %s, from its first day to its last [SUB-07] [SUB-08] [GAP-105]', (today, state) => {
    expect(stateOf(plan(), today)).toBe(state);
  });

  it('ends when it is expired by hand, whatever its days [SUB-08]', () => {
    for (const today of ['2026-06-30', '2026-07-01', '2027-07-01'])
      expect(stateOf(plan({ status: 'expired' }), today)).toBe('expired');
  });

  it('changes at midnight in Melbourne, also on the days when daylight saving begins and ends', () => {
    for (const [first, before, after] of [
      ['2026-10-04', '2026-10-03T13:59:59Z', '2026-10-03T14:00:00Z'],
      ['2026-04-05', '2026-04-04T12:59:59Z', '2026-04-04T13:00:00Z'],
    ] as const) {
      const begins = plan({ start_date: first, expiry_date: null });
      expect(stateOf(begins, melbourneDate(new Date(before)))).toBe('scheduled');
      expect(stateOf(begins, melbourneDate(new Date(after)))).toBe('active');
    }
  });

  it('only moves forward: from scheduled to active to expired, on every day of several years [SUB-08]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.option(fc.integer({ min: 0, max: 1_500 })),
        (offset, length) => {
          const start_date = daysAfter('2024-01-31', offset);
          const life = plan({
            start_date,
            expiry_date: length === null ? null : daysAfter(start_date, length),
          });
          let reached = 0;
          for (let day = -3; day <= (length ?? 100) + 3; day += 1) {
            const today = daysAfter(start_date, day);
            const state = stateOf(life, today);
            expect(subscriptionStates.indexOf(state)).toBeGreaterThanOrEqual(reached);
            reached = subscriptionStates.indexOf(state);
            expect(isChangeable(life, today)).toBe(state === 'scheduled');
            expect(isExpirable(life, today)).toBe(state === 'active');
          }
          expect(reached).toBe(length === null ? 1 : 2);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['2026-06-30', '2026-07-01', '2026-07-01', '2026-07-01'],
    ['2026-06-30', '2026-01-01', '2026-07-05', '2026-07-01'],
    ['2026-06-30', '2026-08-01', '2026-07-01', '2026-08-01'],
    ['2026-07-05', '2026-01-01', '2026-07-05', '2026-07-05'],
    [null, '2026-01-01', '2026-07-05', '2026-07-05'],
  ])(
    'that ended on %s is followed by one that starts on %s: seen on %s, from %s',
    (last, starts, today, from) => {
      expect(startOfFollowOn(last, starts, today)).toBe(from);
    },
  );

  it('overlaps another plan when a day belongs to both', () => {
    expect(overlap(plan(), plan({ start_date: '2027-06-30' }))).toBe(true);
    expect(overlap(plan(), plan({ start_date: '2027-07-01', expiry_date: null }))).toBe(false);
    expect(overlap(plan({ expiry_date: null }), plan({ start_date: '2040-01-01', expiry_date: null }))).toBe(
      true,
    );
  });
});
