/**
 * When the next guess at the PIN of an emergency card may be checked (D-07). A pure decision over what was tried before:
 * the store loads the attempts, this decides. Two aims pull apart: a million PINs must not be tried out, and no one may
 * keep a paramedic from a plan for hours by guessing wrong. So waits grow to 30 seconds and no further; a card that saw
 * many wrong guesses on one day goes on slowly instead of closing; and one network address cannot use up a card's day.
 */

/** One guess that was checked, or is being checked: until it is known to be right it counts as wrong. */
export type PinAttempt = {
  /** Milliseconds since 1970 UTC. */
  at: number;
  ok: boolean;
  /** Whether it was a guess at the card in question. */
  sameCard: boolean;
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

/** What one address may mistype over all cards within an hour before it waits: a hospital has one address and many hands. */
const freeMistakesOfAddress = 4;

const growing = [0, 2, 4, 8, 15, longestDelay];

/** Seconds to wait after that many wrong guesses without a right one between. Never shorter for more of them. */
export function delayAfter(wrongGuesses: number): number {
  return growing[Math.min(Math.max(0, wrongGuesses), growing.length - 1)] ?? longestDelay;
}

/**
 * Decides from the attempts of the last day at this card, and of the last hour from this address at any card.
 * `now` in milliseconds since 1970 UTC. A guess may be checked when the result's `at` is not after `now`.
 */
export function nextAllowed(attempts: readonly PinAttempt[], now: number): NextAllowed {
  const today = attempts.filter(({ at }) => at > now - throttleDay);
  const card = today.filter(({ sameCard }) => sameCard);
  const cardWrong = timesOf(card.filter(({ ok }) => !ok));
  const lastRight = Math.max(Number.NEGATIVE_INFINITY, ...timesOf(card.filter(({ ok }) => ok)));
  const sinceRight = cardWrong.filter((at) => at > lastRight);
  const addressWrong = timesOf(
    today.filter(({ at, ok, sameAddress }) => sameAddress && !ok && at > now - 60 * minute),
  );
  const addressAtCard = timesOf(card.filter(({ ok, sameAddress }) => sameAddress && !ok));

  // Times ahead are those of a clock that was set back: they count as guesses, but no one waits until it gets there again.
  const after = (times: number[], wait: number) =>
    Math.min(times.findLast((at) => at <= now + clockTolerance) ?? Number.NEGATIVE_INFINITY, now) + wait;
  const delay = Math.max(
    after(sinceRight, delayAfter(sinceRight.length) * second),
    after(addressWrong, delayAfter(addressWrong.length - freeMistakesOfAddress) * second),
  );
  const limit = Math.max(
    cardWrong.length >= guessesPerDay
      ? Math.min(cardWrong.at(-guessesPerDay) ?? now, now) + throttleDay
      : now,
    cardWrong.length >= fastGuesses ? after(cardWrong, slowPace) : now,
    addressAtCard.length >= fastGuessesOfAddress ? after(addressAtCard, slowPaceOfAddress) : now,
  );
  if (limit > now) return { at: Math.max(limit, delay), reason: 'limit' };
  return delay > now ? { at: delay, reason: 'delay' } : { at: now, reason: 'open' };
}

const timesOf = (attempts: readonly PinAttempt[]) => attempts.map(({ at }) => at).sort((a, b) => a - b);
