import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAgainDay } from './look-again.ts';

describe('the day to look at a plan again', () => {
  it('is a year after the day of the version, and the last day of February after a leap day', () => {
    expect(lookAgainDay('2026-11-29')).toBe('2027-11-29');
    expect(lookAgainDay('2028-02-29')).toBe('2029-02-28');
    expect(lookAgainDay('2027-02-28')).toBe('2028-02-28');
    expect(lookAgainDay('2026-12-31')).toBe('2027-12-31');
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
