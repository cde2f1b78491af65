import { describe, expect, it } from 'vitest';
import { bounds, judge, longestGap, type Answer } from './bounds.ts';

const good = (...seconds: number[]): Answer[] => seconds.map((at) => ({ at: at * 1_000, isGood: true }));
const bad = (...seconds: number[]): Answer[] => seconds.map((at) => ({ at: at * 1_000, isGood: false }));
/** One good answer each half second, except in one period. */
const everyHalf = (from: number, to: number, without: { from: number; to: number }) =>
  good(
    ...Array.from({ length: (to - from) * 2 }, (_, index) => from + index / 2).filter(
      (at) => at <= without.from || at >= without.to,
    ),
  );

describe('the longest time without an answer', () => {
  it('counts from the event to the first answer, and from the last to the end [C-04]', () => {
    expect(longestGap(good(14, 15), 10_000, 16_000)).toBe(4_000);
    expect(longestGap(good(10.5, 11), 10_000, 16_000)).toBe(5_000);
    expect(longestGap([], 10_000, 16_000)).toBe(6_000);
  });

  it('does not count failures, nor answers outside the period, in whatever order they arrive [C-04]', () => {
    const answers = [...good(13, 11, 9, 17), ...bad(12, 14, 15)];
    expect(longestGap(answers, 10_000, 16_000)).toBe(3_000);
  });
});

describe('a bound', () => {
  const from = 100_000;
  const to = 160_000;
  const verdictOf = (seconds: number, bound: (typeof bounds)[keyof typeof bounds]) =>
    judge(everyHalf(100, 160, { from: 101, to: 101 + seconds }), from, to, bound).passed;

  it('of a killed machine is 25 seconds without saves, of a switchover 3, of cards 2 [C-04]', () => {
    expect([verdictOf(25, bounds.machine), verdictOf(25.5, bounds.machine)]).toEqual([true, false]);
    expect([verdictOf(3, bounds.switchover), verdictOf(3.5, bounds.switchover)]).toEqual([true, false]);
    expect([verdictOf(2, bounds.card), verdictOf(2.5, bounds.card)]).toEqual([true, false]);
  });

  it('of cards allows failures within two seconds of the event, and none afterwards [C-04]', () => {
    const answers = everyHalf(100, 160, { from: 0, to: 0 });
    expect(judge([...answers, ...bad(101, 102)], from, to, bounds.card)).toMatchObject({
      passed: true,
      failures: 0,
    });
    expect(judge([...answers, ...bad(102.1)], from, to, bounds.card)).toMatchObject({
      passed: false,
      failures: 1,
    });
    expect(judge([...answers, ...bad(99, 161)], from, to, bounds.card).passed).toBe(true);
  });

  it('of an upgrade allows no failure [C-06]', () => {
    const answers = everyHalf(100, 160, { from: 0, to: 0 });
    expect(judge(answers, from, to, bounds.upgrade).passed).toBe(true);
    expect(judge([...answers, ...bad(100.5)], from, to, bounds.upgrade).passed).toBe(false);
  });

  it('is not kept when there was no answer at all, in a short period either [C-04]', () => {
    expect(judge([], 0, 1_000, bounds.machine).passed).toBe(false);
  });
});
