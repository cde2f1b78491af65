import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutageLog, type OutageLine } from './outage-log.ts';

let lines: (OutageLine & { message: string })[];
const make = () => createOutageLog((details, message) => void lines.push({ ...details, message }));

it('writes refusals at level error, and the end of the outage at level info [S-87]', () => {
  const levels: string[] = [];
  createOutageLog((_, __, level) => void levels.push(level)).refused('database');
  vi.advanceTimersByTime(120_000);
  expect(levels).toEqual(['error', 'info']);
});

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const during = 'calls are refused for now';
const after = 'calls are served again';

describe('the log of outages', () => {
  it('has a line at once, one a minute for each reason with the number refused, and one with the duration at the end [R-14, R-95]', () => {
    const outages = make();
    for (let call = 0; call < 40; call += 1) outages.refused('disk-full');
    outages.refused('database');
    expect(lines).toEqual([
      { reason: 'disk-full', refused: 1, message: during },
      { reason: 'database', refused: 1, message: during },
    ]);
    vi.advanceTimersByTime(50_000);
    outages.refused('disk-full');
    vi.advanceTimersByTime(10_000);
    expect(lines.slice(2)).toEqual([
      { reason: 'disk-full', refused: 40, message: during },
      { reason: 'database', refused: 1, seconds: 0, message: after },
    ]);
    vi.advanceTimersByTime(600_000);
    expect(lines.slice(4)).toEqual([{ reason: 'disk-full', refused: 41, seconds: 50, message: after }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('logs an outage that affected no call, and how long a reason counts as present [R-14]', () => {
    const outages = make();
    outages.observed('database');
    expect(lines).toEqual([{ reason: 'database', refused: 0, message: during }]);
    expect([outages.isCurrent('database'), outages.isCurrent('disk-full')]).toEqual([true, false]);
    vi.advanceTimersByTime(59_000);
    expect(outages.isCurrent('database')).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(outages.isCurrent('database')).toBe(false);
  });
});
