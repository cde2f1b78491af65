import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeToLookAgain, lookAgainDay } from './look-again.ts';

describe('the day on which a plan is due for review', () => {
  it('is a year after the day of the version, and the last day of February after a leap day', () => {
    expect(lookAgainDay('2026-11-29')).toBe('2027-11-29');
    expect(lookAgainDay('2028-02-29')).toBe('2029-02-28');
    expect(lookAgainDay('2027-02-28')).toBe('2028-02-28');
    expect(lookAgainDay('2026-12-31')).toBe('2027-12-31');
  });

  it('begins at midnight in Melbourne, in summer and in winter', () => {
    const since = new Date('2025-11-29T23:30:00+11:00');
    expect(isTimeToLookAgain(since, new Date('2026-11-28T23:59:59+11:00'))).toBe(false);
    expect(isTimeToLookAgain(since, new Date('2026-11-29T00:00:00+11:00'))).toBe(true);
    const winter = new Date('2025-07-01T00:00:00+10:00');
    expect(isTimeToLookAgain(winter, new Date('2026-06-30T23:59:59+10:00'))).toBe(false);
    expect(isTimeToLookAgain(winter, new Date('2026-07-01T00:00:00+10:00'))).toBe(true);
  });

  it('is a real day, 365 or 366 days later', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const again = lookAgainDay(day);
          expect(new Date(again).toISOString().slice(0, 10)).toBe(again);
          expect([365, 366]).toContain((Date.parse(again) - Date.parse(day)) / 86_400_000);
        },
      ),
    );
  });
});
