import { describe, expect, it } from 'vitest';
import { versionDay } from './active-plan.ts';

describe('the days of a signed plan', () => {
  it('give the card the day of its version [EMERG-06]', () => {
    const completed_at = '2026-03-11T22:30:00.000Z';
    expect(versionDay({ completed_at, updated_at: completed_at })).toBe('2026-03-12');
    expect(versionDay({ completed_at, updated_at: '2026-04-05T00:00:00.000Z' })).toBe('2026-04-05');
  });
});
