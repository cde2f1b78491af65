import { guessesPerDay } from './emergency-throttle.ts';

/**
 * Guesses that may be made while the processes return to the common store, before each has stored its own: the waits between guesses
 * allow two in the first three seconds.
 */
const guessesOfReturn = 2;

/**
 * Whether a process may check one more guess at a card while the processes cannot write to their common store (docs/decisions/0141).
 * Each gets an equal part of the guesses that are left of the day, so all together make at most a hundred.
 * @param stored wrong guesses of the last day that the processes read from the store
 * @param own wrong guesses of the last day that this process knows and the store lacks
 */
export function mayGuessApart({
  stored,
  own,
  processes,
}: {
  stored: number;
  own: number;
  processes: number;
}): boolean {
  return own < Math.floor((guessesPerDay - guessesOfReturn - stored) / processes);
}
