import { isRepeat, withoutRepeats } from '../../../../domain/plan/emergency/repeated-guesses.ts';
import { mayGuessApart } from '../../../../domain/plan/emergency/divided-guesses.ts';
import { atMost } from '../../../pipeline/limits/maximum-duration.ts';
import { atLeast } from '../../../pipeline/limits/minimum-duration.ts';
import type { Services } from '../../../pipeline/context.ts';
import { createCardReads, isUnavailable, type CardReads } from '../card-reads.ts';
import { createGuessMemory } from './guess-memory.ts';
import { createGuessStorer } from './guess-storer.ts';
import {
  decide,
  guessPlace,
  lookAtCard,
  markRight,
  requestOf,
  reserveGuess,
  samePin,
} from './pin-throttle.ts';
import type { GuessPlace } from './pin-throttle.ts';
import { createRecentGuesses } from './recent-guesses.ts';
import { findCard, type Card } from '../store.ts';
import { createWriteGate, type WriteGate } from './write-gate.ts';

/** Result of a PIN guess: the plan's owner, or the refusal to show; `seconds` is the wait until the next guess, 0 for none. */
export type Checked = { userId: string } | { kind: 'wrong' | 'wait'; seconds: number } | { kind: 'limit' };

/** A guess that was counted, in the database or in this process; or the reason why it is not checked. */
type Counted = { card: Card | null; right: () => Promise<void>; secondsIfWrong: number };
type Refused = { kind: 'wait'; seconds: number } | { kind: 'limit' };

/** Minimum response time of a PIN check in milliseconds, so that a wrong PIN and an unknown card take the same time. */
const checkMilliseconds = 250;

/** Timeout in milliseconds for counting a guess, before it is counted in this process, and for reading the card then. */
const countMilliseconds = 1_200;

/** Timeouts in milliseconds where there is a replica: counting and reading take at most a second together before the replica is read. */
const withReplica = { countMs: 900, readMs: 100 };

/** Maximum length of a share id; a longer text in the address is unknown. */
const longestShareId = 100;

/** Checks PINs: counts each guess before it checks it, in the database or, if that cannot write, in this process (D-40). */
export type PinChecker = {
  /** Whether the database stored the last guess. */
  gate: WriteGate;
  /**
   * `requestId` is the id of the request: a proxy sends the same one when it repeats the request at another server, and then the guess is
   * counted once. With another PIN it is another guess.
   * @throws AppError `unavailable` when the card cannot be read either
   */
  check(guess: { shareId: string; address: string; pin: string; requestId: string }): Promise<Checked>;
  /** Stores the guesses that are counted in this process, if the database writes. */
  close(): Promise<void>;
};

type Log = (details: object, message: string) => void;

export function createPinChecker(
  services: Services,
  log: Log,
  reads: CardReads = createCardReads(services),
): PinChecker {
  const { db, secrets, replica } = services;
  const gate = createWriteGate({
    onClosed: () =>
      log({}, 'guesses at PINs are counted in this process, because the database does not write'),
    onOpened: () => log({}, 'guesses at PINs are counted in the database again'),
  });
  const memory = createGuessMemory();
  const recent = createRecentGuesses();
  // Without a replica the guesses stay in the process.
  const storer = replica && createGuessStorer({ memory, recent, db, mayWrite: () => !reads.isPrimaryAway() });
  const countMs = replica ? withReplica.countMs : countMilliseconds;
  const cardOf = (shareId: string) => async (tx: Services['db']) =>
    shareId.length > longestShareId ? null : findCard(tx, services, shareId);

  async function countInDatabase(
    place: GuessPlace,
    find: ReturnType<typeof cardOf>,
  ): Promise<Counted | Refused> {
    const reserved = await reserveGuess(db, place, find, memory.at(place));
    if ('reason' in reserved) return refusalOf(reserved);
    const { card, guess, secondsIfWrong } = reserved;
    if (replica && card) recent.add(place, guess, performance.now());
    const right = async () => {
      recent.remove(place, guess);
      await markRight(db, place, guess);
    };
    return { card, secondsIfWrong, right };
  }

  async function countHere(place: GuessPlace, find: ReturnType<typeof cardOf>): Promise<Counted | Refused> {
    const { card, attempts, now } = await reads.read({
      ...{ withinMs: countMilliseconds, primaryMs: withReplica.readMs, kind: 'pin' as const },
      read: (tx, isReplica) => lookAtCard(tx, place, find, isReplica ? services.clock() : undefined),
      ownerOf: (look) => look.card?.userId ?? null,
    });
    // Nothing else runs between this read of the memory and the entry below.
    const own = memory.at(place);
    const request = requestOf(place);
    const decision = decide([...attempts, ...own], now, request);
    if ('reason' in decision) return refusalOf(decision);
    const divided = {
      stored: wrongOf(withoutRepeats(attempts)),
      own: wrongOf(own) + recent.countMissing(place, attempts),
      processes: reads.processes,
    };
    const isCounted = isRepeat([...attempts, ...own], request, now);
    if (replica && !isCounted && !mayGuessApart(divided)) return { kind: 'limit' };
    const guess = memory.add(place, now, card !== null);
    storer?.start();
    return { card, secondsIfWrong: decision.secondsIfWrong, right: async () => void (guess.ok = true) };
  }

  async function count(place: GuessPlace, find: ReturnType<typeof cardOf>): Promise<Counted | Refused> {
    if (reads.isPrimaryAway() || !gate.isOpen()) return countHere(place, find);
    try {
      const counted = await atMost(countMs, countInDatabase(place, find));
      gate.worked();
      return counted;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      gate.failed();
      return countHere(place, find);
    }
  }

  async function check(guess: Parameters<PinChecker['check']>[0]): Promise<Checked> {
    const { shareId, address, pin, requestId } = guess;
    const place = guessPlace(secrets, shareId.slice(0, longestShareId), address, { requestId, pin });
    const counted = await count(place, cardOf(shareId));
    if ('kind' in counted) return counted;
    const { card, right, secondsIfWrong } = counted;
    if (!samePin(card?.pin ?? null, pin) || !card) return { kind: 'wrong', seconds: secondsIfWrong };
    // If this cannot be written, the guess counts as wrong, which is acceptable for a right PIN.
    await atMost(countMilliseconds, right()).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      gate.failed();
    });
    return { userId: card.userId };
  }

  return {
    gate,
    check: (guess) => atLeast(checkMilliseconds, () => check(guess)),
    close: async () => storer?.close(),
  };
}

const wrongOf = (attempts: readonly { ok: boolean }[]) => attempts.filter(({ ok }) => !ok).length;

const refusalOf = ({ reason, seconds }: { reason: 'delay' | 'limit'; seconds: number }): Refused =>
  reason === 'limit' ? { kind: 'limit' } : { kind: 'wait', seconds };
