import { AppError } from '../../../../domain/errors.ts';
import { atMost, readWithin } from '../../../pipeline/limits/maximum-duration.ts';
import { atLeast } from '../../../pipeline/limits/minimum-duration.ts';
import type { Services } from '../../../pipeline/context.ts';
import { createGuessMemory } from './guess-memory.ts';
import { decide, guessPlace, lookAtCard, markRight, reserveGuess, samePin } from './pin-throttle.ts';
import type { GuessPlace } from './pin-throttle.ts';
import { findCard, type Card } from '../store.ts';
import { createWriteGate, type WriteGate } from './write-gate.ts';

/** What a guess comes to: whose plan opens, or what to say; `seconds` is the wait until the next guess, 0 for none. */
export type Checked = { userId: string } | { kind: 'wrong' | 'wait'; seconds: number } | { kind: 'limit' };

/** A guess that was counted, in the database or in this process; or why it is not looked at. */
type Counted = { card: Card | null; right: () => Promise<void>; secondsIfWrong: number };
type Refused = { kind: 'wait'; seconds: number } | { kind: 'limit' };

/** Every answer to a PIN takes at least this long, so that its time does not tell a wrong PIN from an unknown card. */
const checkMilliseconds = 250;

/** How long counting a guess may take before it is counted in this process, and how long reading the card may take then. */
const countMilliseconds = 1_200;

/** A share id is at most this long; a longer text in the address belongs to no one. */
const longestShareId = 100;

export const isUnavailable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable';

/** Checks PINs: counts each guess before it looks at it, in the database or, where that cannot write, in this process (D-40). */
export type PinChecker = {
  /** Whether the database took the last guess. */
  gate: WriteGate;
  /** @throws AppError `unavailable` when the card cannot be read either */
  check(guess: { shareId: string; address: string; pin: string }): Promise<Checked>;
};

type Log = (details: object, message: string) => void;

export function createPinChecker(services: Services, log: Log): PinChecker {
  const { db, secrets } = services;
  const gate = createWriteGate({
    onClosed: () =>
      log({}, 'guesses at PINs are counted in this process, because the database does not write'),
    onOpened: () => log({}, 'guesses at PINs are counted in the database again'),
  });
  const memory = createGuessMemory();
  const cardOf = (shareId: string) => async (tx: Services['db']) =>
    shareId.length > longestShareId ? null : findCard(tx, services, shareId);

  async function countInDatabase(
    place: GuessPlace,
    find: ReturnType<typeof cardOf>,
  ): Promise<Counted | Refused> {
    const reserved = await reserveGuess(db, place, find, memory.at(place));
    if ('reason' in reserved) return refusalOf(reserved);
    const { card, guess, secondsIfWrong } = reserved;
    return { card, secondsIfWrong, right: () => markRight(db, place, guess) };
  }

  async function countHere(place: GuessPlace, find: ReturnType<typeof cardOf>): Promise<Counted | Refused> {
    const { card, attempts, now } = await readWithin(countMilliseconds, () => lookAtCard(db, place, find));
    // Nothing else runs between this look into the memory and the entry below.
    const decision = decide([...attempts, ...memory.at(place)], now);
    if ('reason' in decision) return refusalOf(decision);
    const guess = memory.add(place, now, card !== null);
    return { card, secondsIfWrong: decision.secondsIfWrong, right: async () => void (guess.ok = true) };
  }

  async function count(place: GuessPlace, find: ReturnType<typeof cardOf>): Promise<Counted | Refused> {
    if (!gate.isOpen()) return countHere(place, find);
    try {
      const counted = await atMost(countMilliseconds, countInDatabase(place, find));
      gate.worked();
      return counted;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      gate.failed();
      return countHere(place, find);
    }
  }

  async function check({ shareId, address, pin }: Parameters<PinChecker['check']>[0]): Promise<Checked> {
    const place = guessPlace(secrets, shareId.slice(0, longestShareId), address);
    const counted = await count(place, cardOf(shareId));
    if ('kind' in counted) return counted;
    const { card, right, secondsIfWrong } = counted;
    if (!samePin(card?.pin ?? null, pin) || !card) return { kind: 'wrong', seconds: secondsIfWrong };
    // Where this cannot be written the guess counts as wrong, which a right PIN may.
    await atMost(countMilliseconds, right()).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      gate.failed();
    });
    return { userId: card.userId };
  }

  return { gate, check: (guess) => atLeast(checkMilliseconds, () => check(guess)) };
}

const refusalOf = ({ reason, seconds }: { reason: 'delay' | 'limit'; seconds: number }): Refused =>
  reason === 'limit' ? { kind: 'limit' } : { kind: 'wait', seconds };
