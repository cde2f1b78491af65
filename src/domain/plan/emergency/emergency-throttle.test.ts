import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  delayAfter,
  guessesPerDay,
  longestDelay,
  nextAllowed,
  throttleDay,
  type PinAttempt,
} from './emergency-throttle.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const start = Date.UTC(2026, 3, 5);

const wrong = (at: number, more: Partial<PinAttempt> = {}): PinAttempt => ({
  at,
  ok: false,
  sameAddress: true,
  ...more,
});
const waitAt = (attempts: PinAttempt[], now: number) => nextAllowed(attempts, now).at - now;

/** Simulates wrong guesses for some time, each as early as allowed. `address` returns the guesser of the nth guess. */
function attack(
  milliseconds: number,
  address: (guess: number) => number,
): { at: number; address: number; waited: number }[] {
  const guesses: { at: number; address: number; waited: number }[] = [];
  let now = start;
  while (true) {
    const guesser = address(guesses.length);
    const recent = guesses.slice(-2 * guessesPerDay);
    const { at } = nextAllowed(
      recent.map((guess) => wrong(guess.at, { sameAddress: guess.address === guesser })),
      now,
    );
    if (at > start + milliseconds) return guesses;
    guesses.push({ at, address: guesser, waited: at - now });
    now = at;
  }
}

const mostInADay = (times: number[]) =>
  Math.max(...times.map((end) => times.filter((at) => at > end - throttleDay && at <= end).length));

describe('the wait before a guess at a PIN', () => {
  it('allows a first guess immediately', () => {
    expect(nextAllowed([], start)).toEqual({ at: start, reason: 'open' });
  });

  it('grows with each wrong guess, from two seconds to thirty, and no further', () => {
    const delays = Array.from({ length: 60 }, (_, wrongGuesses) => delayAfter(wrongGuesses));
    expect(delays.slice(0, 8)).toEqual([0, 2, 4, 8, 15, 30, 30, 30]);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(Math.max(...delays)).toBe(longestDelay);
  });

  it('never gets shorter after one more wrong guess', () => {
    const attempts = fc.array(
      fc.record({
        at: fc.integer({ min: start - 2 * throttleDay, max: start }),
        ok: fc.boolean(),
        sameAddress: fc.boolean(),
      }),
      { maxLength: 130 },
    );
    fc.assert(
      fc.property(attempts, fc.boolean(), (before, sameAddress) => {
        const more = [...before, wrong(start, { sameAddress })];
        expect(nextAllowed(more, start).at).toBeGreaterThanOrEqual(nextAllowed(before, start).at);
      }),
    );
  });

  it('stays within thirty seconds for the first fifty wrong guesses of a day at a card', () => {
    const guesses = attack(hour, (guess) => guess);
    expect(guesses.length).toBeGreaterThan(50);
    expect(Math.max(...guesses.slice(0, 51).map(({ waited }) => waited))).toBe(longestDelay * second);
  });

  it('allows the right PIN after the wait, and starts again after it', () => {
    const attempts = Array.from({ length: 6 }, (_, index) => wrong(start + index * minute));
    const last = start + 5 * minute;
    expect(nextAllowed(attempts, last + 29 * second).reason).toBe('delay');
    expect(nextAllowed(attempts, last + 30 * second).reason).toBe('open');
    const afterRight = [
      ...attempts,
      wrong(last + minute, { ok: true, sameAddress: false }),
      wrong(last + 2 * minute, { sameAddress: false }),
    ];
    expect(waitAt(afterRight, last + 2 * minute)).toBe(2 * second);
  });

  it('counts no right PIN as a wrong one, nor a wrong one of the same instant as a right one', () => {
    const others = { sameAddress: false };
    const right = Array.from({ length: 150 }, (_, index) => wrong(start + index, { ok: true, ...others }));
    expect(nextAllowed(right, start + 150).reason).toBe('open');
    expect(waitAt([wrong(start, { ok: true, ...others }), wrong(start, others)], start)).toBe(0);
  });

  it('depends on the times of the guesses, in whatever order they are given', () => {
    const [early, late] = [wrong(start), wrong(start + 10 * second)];
    expect(waitAt([early, late], start + 10 * second)).toBe(4 * second);
    expect(waitAt([late, early], start + 10 * second)).toBe(4 * second);
  });

  it('opens a card without a wrong guess in the last hour at the first try, whatever was guessed before by its rule [R-03]', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3 * hour }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }), (pauses, same) => {
        const guesses: PinAttempt[] = [];
        let now = start;
        for (const [index, pause] of pauses.entries()) {
          now += pause % (index % 2 === 0 ? minute : 3 * hour);
          const guess = wrong(now, { sameAddress: same[index] ?? true });
          if (nextAllowed(guesses, now).reason === 'open') guesses.push(guess);
        }
        expect(nextAllowed(guesses, (guesses.at(-1)?.at ?? now) + hour).reason).toBe('open');
      }),
      { numRuns: 50 },
    );
  });

  it('does not close a card because of a clock that ran 35 days ahead [R-13] [fault 19]', () => {
    const ahead = Array.from({ length: guessesPerDay }, (_, index) =>
      wrong(start + 35 * throttleDay + index),
    );
    expect(nextAllowed(ahead, start)).toEqual({ at: start, reason: 'open' });
    // By that clock they are ordinary guesses.
    expect(nextAllowed(ahead, start + 35 * throttleDay + hour).reason).toBe('limit');
  });

  it('makes no user wait until a clock that was set back is where it was, and counts on [fault 19]', () => {
    const before = [wrong(start + hour), wrong(start + hour + 2 * second)];
    expect(waitAt(before, start)).toBe(0);
    expect(waitAt([...before, wrong(start)], start)).toBe(8 * second);
    expect(waitAt([...before, wrong(start)], start + 8 * second)).toBe(0);
  });

  it('treats a guess at a server whose clock is a little ahead as one made now', () => {
    for (const ahead of [20 * second, minute]) expect(waitAt([wrong(start + ahead)], start)).toBe(2 * second);
    expect(waitAt([wrong(start + minute + 1)], start)).toBe(0);
  });
});

describe('a day of guessing', () => {
  const many = (count: number, more: Partial<PinAttempt>) =>
    Array.from({ length: count }, () => wrong(start, more));

  it('slows a card down at the fifty-second wrong guess, and one address at a card at its twenty-fifth', () => {
    expect(waitAt(many(51, { sameAddress: false }), start)).toBe(longestDelay * second);
    expect(waitAt(many(52, { sameAddress: false }), start)).toBe(30 * minute);
    expect(waitAt(many(24, {}), start)).toBe(longestDelay * second);
    expect(waitAt(many(25, {}), start)).toBe(hour);
  });

  it('opens a card again a day after the hundredth guess before now', () => {
    const times = Array.from({ length: 120 }, (_, index) => start + index * minute);
    const guesses = times.map((at) => wrong(at, { sameAddress: false }));
    expect(nextAllowed(guesses, start + 3 * hour)).toEqual({
      at: start + 20 * minute + throttleDay,
      reason: 'limit',
    });
    expect(nextAllowed(guesses.slice(0, guessesPerDay), start + 23 * hour).at).toBe(start + throttleDay);
  });

  it('never allows more than a hundred guesses at a card in any 24 hours, from any number of addresses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (addresses) => {
        const times = attack(3 * throttleDay, (guess) => guess % addresses).map(({ at }) => at);
        expect(mostInADay(times)).toBeLessThanOrEqual(guessesPerDay);
      }),
      { numRuns: 12, examples: [[1], [60]] },
    );
  });

  it('never allows more than a hundred at random times either', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 * hour }), { minLength: 300, maxLength: 600 }),
        (gaps) => {
          const times: number[] = [];
          let now = start;
          for (const gap of gaps) {
            now += gap % (gap % 3 === 0 ? minute : 20 * minute);
            const attempts = times.slice(-2 * guessesPerDay).map((at) => wrong(at, { sameAddress: false }));
            if (nextAllowed(attempts, now).reason === 'open') times.push(now);
          }
          expect(mostInADay(times)).toBeLessThanOrEqual(guessesPerDay);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('locks no user out for hours: under attack from everywhere a card still accepts a guess each half hour', () => {
    const guesses = attack(3 * throttleDay, (guess) => guess);
    expect(Math.max(...guesses.map(({ waited }) => waited))).toBeLessThanOrEqual(30 * minute);
  });

  it('keeps a card fast for others while one address guesses all day', () => {
    const guesses = attack(3 * throttleDay, () => 1);
    expect(guesses.length).toBeGreaterThan(60);
    for (const { at } of guesses) {
      const seen = guesses
        .filter((guess) => guess.at <= at)
        .map((guess) => wrong(guess.at, { sameAddress: false }));
      expect(waitAt(seen, at)).toBeLessThanOrEqual(longestDelay * second);
    }
  });

  it('refuses the hundred and first guess however fast the others were', () => {
    const flood = Array.from({ length: guessesPerDay }, () => wrong(start, { sameAddress: false }));
    expect(nextAllowed(flood, start + 23 * hour).reason).toBe('limit');
    expect(nextAllowed(flood, start + 24 * hour).reason).toBe('open');
  });
});
