import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter, melbourneDate } from '../fields.ts';
import { isTrialOver, trialDaysLeft, trialsEndingSoon, trialSoonDays } from './trial.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the days left of a trial', () => {
  it.each([
    ['2026-11-24', '2026-11-21', 3],
    ['2026-11-22', '2026-11-21', 1],
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-20', '2026-11-21', -1],
    // Daylight saving begins on 4 October 2026 in Melbourne and ends on 4 April 2027.
    ['2026-10-05', '2026-10-03', 2],
    ['2027-04-05', '2027-04-03', 2],
  ])('with the end %s are, on %s, %i [TRANS-02, S-42]', (ends, today, left) => {
    expect(trialDaysLeft(ends, today)).toBe(left);
  });

  it('are the difference to the end in days, rounded up, at every time of a day [TRANS-02]', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-11-01'), max: new Date('2027-03-01'), noInvalidDate: true }),
        fc.integer({ min: -20, max: 20 }),
        (now, days) => {
          const today = melbourneDate(now);
          const ends = daysAfter(today, days);
          // Melbourne is eleven hours ahead of UTC in these months.
          const end = Date.parse(`${ends}T00:00:00+11:00`);
          const ceiling = Math.ceil((end - now.getTime()) / 86_400_000);
          expect(trialDaysLeft(ends, today)).toBe(ceiling + 0);
        },
      ),
    );
  });

  it('end the trial if fewer than one is left [TRANS-03, S-42]', () => {
    expect(isTrialOver('2026-11-22', '2026-11-21')).toBe(false);
    expect(isTrialOver('2026-11-21', '2026-11-21')).toBe(true);
    expect(isTrialOver('2026-11-20', '2026-11-21')).toBe(true);
  });

  it('decide which trials end soon: those that are not over and end within a week [TRANS-02, TRANS-03, S-42]', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -10, max: 20 }), (today, days) => {
        const ends = daysAfter(today, days);
        const { from, to } = trialsEndingSoon(today);
        const left = trialDaysLeft(ends, today);
        expect(from <= ends && ends <= to).toBe(!isTrialOver(ends, today) && left <= trialSoonDays);
      }),
    );
  });
});
