import { describe, expect, it } from 'vitest';
import { daysAfter } from '../fields.ts';
import { dueTrialNotice, type TrialNotice } from './trial-notice.ts';

describe('the notices before a trial ends', () => {
  it('are sent 14, 7 and 1 day before, and when it has ended, each once', () => {
    const ends = '2026-12-31';
    let sent: TrialNotice | null = null;
    const days: [string, TrialNotice][] = [];
    for (let today = '2026-12-01'; today < '2027-02-01'; today = daysAfter(today, 1)) {
      const due = dueTrialNotice(ends, sent, today);
      if (due === null) continue;
      days.push([today, due]);
      sent = due;
    }
    expect(days).toEqual([
      ['2026-12-17', 14],
      ['2026-12-24', 7],
      ['2026-12-30', 1],
      ['2026-12-31', 0],
    ]);
  });

  it('that were missed are not all sent afterwards: only the latest is', () => {
    expect(dueTrialNotice('2026-12-31', null, '2026-12-26')).toBe(7);
    expect(dueTrialNotice('2026-12-31', 14, '2027-01-02')).toBe(0);
  });

  it('end a week after the trial', () => {
    expect(dueTrialNotice('2026-12-31', null, '2027-01-07')).toBe(0);
    expect(dueTrialNotice('2026-12-31', null, '2027-01-08')).toBeNull();
  });
});
