import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deletionDate, graceDays, lastToRemind, reminderDays } from './deletion.ts';
import { daysAfter } from '../fields.ts';

const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('the deletion of an account', () => {
  it.each([
    ['2026-11-21', '2026-12-21'],
    ['2026-12-05', '2027-01-04'],
    ['2027-01-30', '2027-03-01'],
    ['2028-01-30', '2028-02-29'],
    // Summer time begins on 4 October 2026 and ends on 4 April 2027: every day counts as one.
    ['2026-09-20', '2026-10-20'],
    ['2027-03-10', '2027-04-09'],
  ])('requested on %s is on %s [D-19]', (today, date) => {
    expect(deletionDate(today)).toBe(date);
  });

  it('has a grace period of thirty days, and a reminder three days before [D-19]', () => {
    fc.assert(
      fc.property(day, (today) => {
        const date = deletionDate(today);
        expect(daysBetween(today, date)).toBe(graceDays);
        expect(date <= lastToRemind(daysAfter(date, -reminderDays))).toBe(true);
        expect(date <= lastToRemind(daysAfter(date, -reminderDays - 1))).toBe(false);
      }),
    );
  });
});
