import { throttleDay } from '../../../../domain/plan/emergency/emergency-throttle.ts';
import { repeatedWithinMs, type SentGuess } from '../../../../domain/plan/emergency/repeated-guesses.ts';
import { requestOf, type GuessPlace, type StoredGuess } from './pin-throttle.ts';

/** A guess stored in this process. */
export type RememberedGuess = { at: number; ok: boolean; address: string; request: string | null };

/**
 * Guesses that the database could not store (D-40). They count in addition to those in the database, until they are stored there or
 * the process ends.
 */
export type GuessMemory = {
  /** Returns the guesses at a card, or at an unknown id. */
  at(place: GuessPlace): SentGuess[];
  /**
   * Counts a guess and returns it. A repeated request is not counted: the guess of its first try is returned. `opensPlan` is true if a plan
   * exists for the id: a flood of guesses at other ids never evicts the entries of cards.
   */
  add(place: GuessPlace, at: number, opensPlan: boolean): RememberedGuess;
  /** Returns the guesses at cards, for the database. */
  ofCards(): StoredGuess[];
  /** Removes guesses that are in the database now. */
  remove(guesses: readonly StoredGuess[]): void;
};

/** Maximum number of guesses stored for one id: above the number that the rule allows in a day. */
const guessesOfOne = 200;

/** Creates the memory. `cards` and `others` are the maximum numbers of ids; the id with the oldest last guess is evicted. */
export function createGuessMemory({ cards = 20_000, others = 10_000 } = {}): GuessMemory {
  const kept = { cards: new Map<string, RememberedGuess[]>(), others: new Map<string, RememberedGuess[]>() };

  return {
    at({ share, address }) {
      if (kept.cards.size === 0 && kept.others.size === 0) return [];
      const [id, from] = [share.toString('base64'), address.toString('base64')];
      return [...(kept.cards.get(id) ?? []), ...(kept.others.get(id) ?? [])].map((guess) => ({
        at: guess.at,
        ok: guess.ok,
        sameAddress: guess.address === from,
        request: guess.request,
      }));
    },
    add(place, at, opensPlan) {
      const map = opensPlan ? kept.cards : kept.others;
      const id = place.share.toString('base64');
      const request = requestOf(place);
      const before = (map.get(id) ?? []).filter((earlier) => earlier.at > at - throttleDay);
      const counted = before.find(
        (earlier) => request !== null && earlier.request === request && earlier.at > at - repeatedWithinMs,
      );
      if (counted) return counted;
      const guess = { at, ok: false, address: place.address.toString('base64'), request };
      // Deleted and set again, the id moves to the end: the first id is the one with the oldest last guess.
      map.delete(id);
      map.set(id, [...before, guess].slice(-guessesOfOne));
      const [oldest] = map.keys();
      if (map.size > (opensPlan ? cards : others) && oldest !== undefined) map.delete(oldest);
      return guess;
    },
    ofCards: () =>
      [...kept.cards].flatMap(([share, guesses]) => guesses.map((guess) => ({ share, guess, ok: guess.ok }))),
    remove(guesses) {
      const gone = new Set(guesses.map(({ guess }) => guess));
      for (const share of new Set(guesses.map((stored) => stored.share))) {
        const left = (kept.cards.get(share) ?? []).filter((guess) => !gone.has(guess));
        if (left.length > 0) kept.cards.set(share, left);
        else kept.cards.delete(share);
      }
    },
  };
}
