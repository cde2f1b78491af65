import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import {
  nextAllowed,
  throttleDay,
  type NextAllowed,
  type PinAttempt,
} from '../../../domain/plan/emergency-throttle.ts';
import type { Database, Tx } from '../../pipeline/context.ts';
import type { Secrets } from '../../db/secrets.ts';
import { networkOf } from '../../pipeline/limit.ts';

/** Who guesses at what, as keyed hashes: the table tells neither share ids nor addresses. 32 bytes each. */
export type GuessPlace = { share: Buffer; address: Buffer };

/**
 * The place of a guess. Any text may be asked for as a share id, so an unknown one is slowed exactly like a known one.
 * @param address the network address as the server sees it
 */
export function guessPlace(secrets: Secrets, shareId: string, address: string): GuessPlace {
  return {
    share: secrets.sign('attempts', `emergency card ${shareId}`),
    address: secrets.sign('attempts', `emergency address ${networkOf(address)}`),
  };
}

/**
 * Either the guess may be checked: `guess` names it for `markRight`, and `secondsIfWrong` is the wait until the next one
 * should it be wrong. Or it must wait that many whole seconds.
 */
export type Reservation =
  | { guess: number; secondsIfWrong: number }
  | { seconds: number; reason: Exclude<NextAllowed['reason'], 'open'> };

/**
 * Takes one guess out of the card's day before the PIN is looked at, in a transaction of its own: guesses sent at the same
 * moment, to any number of server processes, are counted one after another, and a crash costs a guess rather than giving one.
 */
export async function reserveGuess(db: Database, place: GuessPlace, now: Date): Promise<Reservation> {
  return db.transaction().execute(async (tx) => {
    await lockInOrder(tx, place);
    const attempts = await attemptsAt(tx, place, now);
    const next = nextAllowed(attempts, now.getTime());
    if (next.reason !== 'open') return { seconds: secondsUntil(next, now), reason: next.reason };
    const wrong = { at: now.getTime(), ok: false, sameCard: true, sameAddress: true };
    await forgetOld(tx, now);
    const { rows } = await sql<{ id: number }>`
      insert into emergency_attempts (share_hash, address_hash, at)
      values (${place.share}, ${place.address}, ${now}) returning id`.execute(tx);
    return {
      guess: rows[0]!.id,
      secondsIfWrong: secondsUntil(nextAllowed([...attempts, wrong], now.getTime()), now),
    };
  });
}

const secondsUntil = (next: NextAllowed, now: Date) => Math.ceil((next.at - now.getTime()) / 1000);

/** Takes a guess out of the count of wrong ones: its PIN was right. */
export async function markRight(db: Tx, guess: number): Promise<void> {
  await sql`update emergency_attempts set ok = true where id = ${guess}`.execute(db);
}

// Two guesses that share a card and an address would each wait for the other, were the locks not taken in one order.
async function lockInOrder(tx: Tx, place: GuessPlace): Promise<void> {
  const keys = [place.share, place.address]
    .map((hash) => hash.readBigInt64BE())
    .sort((a, b) => (a < b ? -1 : 1));
  for (const key of keys) await sql`select pg_advisory_xact_lock(${String(key)}::bigint)`.execute(tx);
}

async function attemptsAt(tx: Tx, place: GuessPlace, now: Date): Promise<PinAttempt[]> {
  const { rows } = await sql<{ at: Date; ok: boolean; same_card: boolean; same_address: boolean }>`
    select at, ok, share_hash = ${place.share} as same_card, address_hash = ${place.address} as same_address
    from emergency_attempts
    where (share_hash = ${place.share} and at > ${new Date(now.getTime() - throttleDay)})
       or (address_hash = ${place.address} and not ok and at > ${new Date(now.getTime() - 3_600_000)})`.execute(
    tx,
  );
  return rows.map((row) => ({
    at: row.at.getTime(),
    ok: row.ok,
    sameCard: row.same_card,
    sameAddress: row.same_address,
  }));
}

async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from emergency_attempts where id in (
      select id from emergency_attempts where at < ${new Date(now.getTime() - throttleDay)}
      order by at limit 20 for update skip locked)`.execute(tx);
}

const digestOf = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/**
 * Compares a typed PIN in constant time. `expected` is null where no plan can be opened (no such card, nothing signed):
 * the same work is done, and the answer is no.
 */
export function samePin(expected: string | null, typed: string): boolean {
  const same = timingSafeEqual(digestOf(expected ?? 'no PIN'), digestOf(typed));
  return same && expected !== null;
}
