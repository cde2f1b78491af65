import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedDays } from './signed-days.ts';

describe('the days of a signed plan', () => {
  const completed_at = '2026-03-12T02:00:00.000Z';

  it('include a day of change as soon as it was changed, also on the day of the signature [R-30] [D-35]', () => {
    expect(signedDays({ completed_at, updated_at: completed_at })).toEqual({ signed: '2026-03-12' });
    expect(signedDays({ completed_at, updated_at: '2026-03-12T05:00:00.000Z' })).toEqual({
      signed: '2026-03-12',
      changed: '2026-03-12',
    });
    expect(signedDays({ completed_at, updated_at: new Date('2026-04-01T23:00:00.000Z') })).toEqual({
      signed: '2026-03-12',
      changed: '2026-04-02',
    });
  });

  it('use the last save as the signature if none was noted', () => {
    expect(signedDays({ completed_at: null, updated_at: completed_at })).toEqual({ signed: '2026-03-12' });
  });

  it('never have a change before the signature [D-35]', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, (signedAt, savedAt) => {
        const { signed, changed } = signedDays({ completed_at: signedAt, updated_at: savedAt });
        expect(changed === undefined).toBe(savedAt <= signedAt);
        expect(changed === undefined || changed >= signed).toBe(true);
      }),
    );
  });
});
