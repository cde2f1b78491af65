/**
 * Decides when the next guess at the PIN of an emergency card may be checked (D-07). A pure decision over the guesses at that
 * card, which the store loads. Two aims conflict: an attacker must not try out a million PINs, and must not keep a paramedic from
 * a plan for hours by guessing wrong. So waits grow to 30 seconds and no further; a card with many wrong guesses on one day
 * continues slowly instead of closing; and one network address cannot use up a card's daily limit. Guesses at other cards, or at
 * unknown ids, never count, because a whole hospital may share an address (D-40).
 */

/** A guess at the card that was checked, or is being checked: until it is known to be right it counts as wrong. */
export type PinAttempt = {
  /** Milliseconds since 1970 UTC. */
  at: number;
  ok: boolean;
  /** Whether it came from the same network address as the next guess. */
  sameAddress: boolean;
};

/**
 * Earliest instant at which a guess may be checked, and the reason: `delay` is the wait after a wrong PIN, `limit` means that
 * there were too many of them today.
 */
export type NextAllowed = { at: number; reason: 'open' | 'delay' | 'limit' };

const second = 1000;
const minute = 60 * second;

/** Period for which wrong guesses count: any 24 hours. */
export const throttleDay = 24 * 60 * minute;

/** Maximum number of wrong guesses at one card in a day. */
export const guessesPerDay = 100;

/** Tolerated difference between the clocks of two servers. A guess further ahead was made before a clock was set back. */
const clockTolerance = minute;

/** Longest wait between guesses while a card is not near its limit, in seconds. */
export const longestDelay = 30;

/** From this number on a card allows one guess in half an hour: 52 fast and 48 slow ones are a hundred. */
const fastGuesses = 52;
const slowPace = 30 * minute;

/**
 * From this number on one address may guess once an hour at one card, so that all its guesses together keep the card fast for
 * others.
 */
const fastGuessesOfAddress = 25;
const slowPaceOfAddress = 60 * minute;

const growing = [0, 2, 4, 8, 15, longestDelay];

/** Returns the seconds to wait after that many consecutive wrong guesses. Never shorter for more of them. */
export function delayAfter(wrongGuesses: number): number {
  return growing[Math.min(Math.max(0, wrongGuesses), growing.length - 1)] ?? longestDelay;
}

/**
 * Decides from the guesses of the last day at one card, in any order; older ones do not count, nor do those more than a day
 * ahead. `now` in milliseconds since 1970 UTC. A guess may be checked if the result's `at` is not after `now`.
 */
export function nextAllowed(attempts: readonly PinAttempt[], now: number): NextAllowed {
  // A clock that ran weeks ahead must not close the card until the other clocks reach that time.
  const today = attempts.filter(({ at }) => at > now - throttleDay && at < now + throttleDay);
  const wrong = timesOf(today.filter(({ ok }) => !ok));
  const lastRight = Math.max(Number.NEGATIVE_INFINITY, ...timesOf(today.filter(({ ok }) => ok)));
  const sinceRight = wrong.filter((at) => at > lastRight);
  const ofAddress = timesOf(today.filter(({ ok, sameAddress }) => sameAddress && !ok));

  // Times ahead come from a clock that was set back: they count as guesses, but cause no wait until that time is reached again.
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
