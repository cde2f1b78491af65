import type { PinAttempt } from './emergency-throttle.ts';

/**
 * Milliseconds within which the same request with the same PIN is the same guess: longer than a proxy tries a request at all servers.
 * It is short, so that a PIN cannot be checked again and again for one guess.
 */
export const repeatedWithinMs = 30_000;

/**
 * A guess and the request that sent it. `request` identifies the request, the card and the typed PIN together: another PIN is another
 * guess, even if the caller chose the same id for its request. Null if it is not known.
 */
export type SentGuess = PinAttempt & { request: string | null };

/** Whether a guess was counted for the same request already, at this server or at another one. */
export const isRepeat = (earlier: readonly SentGuess[], request: string | null, now: number): boolean =>
  request !== null && earlier.some((guess) => guess.request === request && guess.at > now - repeatedWithinMs);

/**
 * Returns the guesses with those of the same request as one: at the time of the first, and right if one of them is known to be right. Two
 * servers that could not see each other's guess both counted it.
 */
export function withoutRepeats(guesses: readonly SentGuess[]): SentGuess[] {
  const first = new Map<string, SentGuess>();
  const kept: SentGuess[] = [];
  for (const guess of guesses.toSorted((a, b) => a.at - b.at)) {
    const earlier = guess.request === null ? undefined : first.get(guess.request);
    if (earlier && guess.at < earlier.at + repeatedWithinMs) {
      earlier.ok ||= guess.ok;
      continue;
    }
    const copy = { ...guess };
    kept.push(copy);
    if (guess.request !== null) first.set(guess.request, copy);
  }
  return kept;
}
