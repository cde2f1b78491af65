import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isStoppedBy,
  namesVersion,
  nextNotice,
  oldSecretEnds,
  planChanges,
  webhookStateOf,
} from './notices.ts';

const now = new Date('2026-11-30T00:00:00Z');

describe('the tries of a notice', () => {
  it('wait one, five, fifteen minutes, one and four hours, and then end [X-06]', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => {
      const next = nextNotice(failures, now);
      return next && (next.getTime() - now.getTime()) / 60_000;
    });
    expect(waits).toEqual([1, 5, 15, 60, 240, null, null]);
  });
});

describe('the state of a webhook', () => {
  it('is stopped when it has failed for three days, whatever came between [X-06]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * 24 * 3_600_000 }), (ms) => {
        expect(isStoppedBy(new Date(now.getTime() - ms), now)).toBe(ms >= 3 * 24 * 3_600_000);
      }),
    );
  });

  it('is that of its last notice, unless it was stopped [X-06]', () => {
    expect(webhookStateOf({ failing_since: null, stopped_at: null })).toBe('active');
    expect(webhookStateOf({ failing_since: now, stopped_at: null })).toBe('failing');
    expect(webhookStateOf({ failing_since: now, stopped_at: now })).toBe('stopped');
  });
});

describe('a notice', () => {
  it('names the person, and no version, when the resident changed and not the plan [X-06]', () => {
    expect(planChanges.filter((change) => !namesVersion(change))).toEqual([
      ...['archived', 'removed', 'returned', 'moved', 'moved-away'],
    ]);
  });
});

describe('the previous secret of a webhook', () => {
  it('ends after seven days [X-06]', () => {
    expect((oldSecretEnds(now).getTime() - now.getTime()) / 3_600_000).toBe(7 * 24);
  });
});
