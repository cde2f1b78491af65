/**
 * When the next guess at the PIN of an emergency card may be checked (D-07). A pure decision over the guesses at that card:
 * the store loads them, this decides. Two aims pull apart: a million PINs must not be tried out, and no one may keep a
 * paramedic from a plan for hours by guessing wrong. So waits grow to 30 seconds and no further; a card that saw many wrong
 * guesses on one day goes on slowly instead of closing; and one network address cannot use up a card's day. Guesses at other
 * cards, or at ids that are unknown, never count: an address is shared by a whole hospital (D-40).
 */

/** One guess at the card that was checked, or is being checked: until it is known to be right it counts as wrong. */
export type PinAttempt = {
  /** Milliseconds since 1970 UTC. */
  at: number;
  ok: boolean;
  /** Whether it came from the network address in question. */
  sameAddress: boolean;
};

/**
 * The instant from which a guess may be checked, and why not before: `delay` is the wait after a wrong PIN,
 * `limit` means that there were too many of them today.
 */
export type NextAllowed = { at: number; reason: 'open' | 'delay' | 'limit' };

const second = 1000;
const minute = 60 * second;

/** How far back wrong guesses count: any 24 hours are a day. */
export const throttleDay = 24 * 60 * minute;

/** Most wrong guesses at one card in a day, whatever happens. */
export const guessesPerDay = 100;

/** By how much the clocks of two servers may differ. A guess further ahead was made before a clock was set back. */
const clockTolerance = minute;

/** Longest wait between guesses while a card is not near its limit, in seconds. */
export const longestDelay = 30;

/** From here on a card takes one guess in half an hour: 52 fast and 48 slow ones make the hundred. */
const fastGuesses = 52;
const slowPace = 30 * minute;

/** From here on one address gets one guess an hour at one card: all its guesses together leave the card fast for others. */
const fastGuessesOfAddress = 25;
const slowPaceOfAddress = 60 * minute;

const growing = [0, 2, 4, 8, 15, longestDelay];

/** Seconds to wait after that many wrong guesses without a right one between. Never shorter for more of them. */
export function delayAfter(wrongGuesses: number): number {
  return growing[Math.min(Math.max(0, wrongGuesses), growing.length - 1)] ?? longestDelay;
}

/**
 * Decides from the guesses of the last day at one card, in any order; older ones do not count, nor do those more than a day
 * ahead. `now` in milliseconds since 1970 UTC. A guess may be checked when the result's `at` is not after `now`.
 */
export function nextAllowed(attempts: readonly PinAttempt[], now: number): NextAllowed {
  // A clock that ran weeks ahead must not close the card until the others get there.
  const today = attempts.filter(({ at }) => at > now - throttleDay && at < now + throttleDay);
  const wrong = timesOf(today.filter(({ ok }) => !ok));
  const lastRight = Math.max(Number.NEGATIVE_INFINITY, ...timesOf(today.filter(({ ok }) => ok)));
  const sinceRight = wrong.filter((at) => at > lastRight);
  const ofAddress = timesOf(today.filter(({ ok, sameAddress }) => sameAddress && !ok));

  // Times ahead are those of a clock that was set back: they count as guesses, but no one waits until it gets there again.
  const after = (times: number[], wait: number) =>
    Math.min(times.findLast((at) => at <= now + clockTolerance) ?? Number.NEGATIVE_INFINITY, now) + wait;
  const delay = after(sinceRight, delayAfter(sinceRight.length) * second);
  const limit = Math.max(
    wrong.length >= guessesPerDay ? Math.min(wrong.at(-guessesPerDay) ?? now, now) + throttleDay : now,
    wrong.length >= fastGuesses ? after(wrong, slowPace) : now,
    ofAddress.length >= fastGuessesOfAddress ? after(ofAddress, slowPaceOfAddress) : now,
  );
  if (limit > now) return { at: Math.max(limit, delay), reason: 'limit' };
  return delay > now ? { at: delay, reason: 'delay' } : { at: now, reason: 'open' };
}

const timesOf = (attempts: readonly PinAttempt[]) => attempts.map(({ at }) => at).sort((a, b) => a - b);
