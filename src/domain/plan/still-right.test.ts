import { describe, expect, it } from 'vitest';
import { stillRightOn } from './still-right.ts';

const plan = {
  plan_version: 2,
  completed_at: new Date('2026-03-01T02:00:00Z'),
  updated_at: new Date('2026-05-10T02:00:00Z'),
  still_right_at: new Date('2027-05-01T02:00:00Z'),
  still_right_version: 2,
};

describe('the day on which a person said that the plan is still right', () => {
  it('is the day in Melbourne', () => {
    expect(stillRightOn(plan)).toBe('2027-05-01');
    expect(stillRightOn({ ...plan, still_right_at: new Date('2027-05-01T14:30:00Z') })).toBe('2027-05-02');
  });

  it('is null without a confirmation, and for another version than the confirmed one', () => {
    expect(stillRightOn({ ...plan, still_right_at: null, still_right_version: null })).toBeNull();
    expect(stillRightOn({ ...plan, plan_version: 3 })).toBeNull();
    // An earlier version that was restored has a number of its own.
    expect(
      stillRightOn({ ...plan, plan_version: 4, updated_at: new Date('2026-03-01T02:00:00Z') }),
    ).toBeNull();
  });

  it('is nothing up to the day on which the version was signed or changed', () => {
    for (const at of ['2026-04-01T02:00:00Z', '2026-05-10T05:00:00Z'])
      expect(stillRightOn({ ...plan, still_right_at: new Date(at) })).toBeNull();
    expect(stillRightOn({ ...plan, still_right_at: new Date('2026-05-11T02:00:00Z') })).toBe('2026-05-11');
  });
});
