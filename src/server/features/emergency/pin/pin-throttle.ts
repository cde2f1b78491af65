import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { nextAllowed, type NextAllowed } from '../../../../domain/plan/emergency/emergency-throttle.ts';
import {
  isRepeat,
  withoutRepeats,
  type SentGuess,
} from '../../../../domain/plan/emergency/repeated-guesses.ts';
import { inTransaction } from '../../../db/transactions/transaction.ts';
import type { Database, Tx } from '../../../pipeline/context.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';
import { networkOf } from '../../../pipeline/limits/limit.ts';

/**
 * The place of a guess, as keyed hashes of 32 bytes each: the table reveals neither share ids nor addresses. `request` is that of the
 * request's id, the card and the typed PIN, if a proxy may have sent the request to another server before.
 */
export type GuessPlace = { share: Buffer; address: Buffer; request?: Buffer };

/**
 * Returns the place of a guess. Any text can be sent as a share id, so an unknown one is slowed exactly like a known one.
 * @param address the network address that the server determined
 * @param sent the id of the request and the PIN in it
 */
export function guessPlace(
  secrets: Secrets,
  shareId: string,
  address: string,
  sent?: { requestId: string; pin: string },
): GuessPlace {
  return {
    share: secrets.sign('attempts', `emergency card ${shareId}`),
    address: secrets.sign('attempts', `emergency address ${networkOf(address)}`),
    ...(sent && {
      request: secrets.sign('attempts', `emergency guess ${sent.requestId} ${sent.pin} ${shareId}`),
    }),
  };
}

/** The request of a guess, as the database and this process store it; null if it is not known. */
export const requestOf = ({ request }: GuessPlace): string | null => request?.toString('base64') ?? null;

/**
 * Whether a guess can be checked: then `secondsIfWrong` is the wait until the next one if this one is wrong. Otherwise it must
 * wait that many whole seconds.
 */
export type Decision =
  | { secondsIfWrong: number }
  | { seconds: number; reason: Exclude<NextAllowed['reason'], 'open'> };

/**
 * Applies the rule to the guesses at one card. `now` in milliseconds since 1970 UTC. A guess that was counted already, for the same
 * request with the same PIN, is checked again without another wait: its answer was lost.
 */
export function decide(guesses: readonly SentGuess[], now: number, request: string | null): Decision {
  const attempts = withoutRepeats(guesses);
  const next = nextAllowed(attempts, now);
  if (isRepeat(guesses, request, now)) return { secondsIfWrong: secondsUntil(next, now) };
  if (next.reason !== 'open') return { seconds: secondsUntil(next, now), reason: next.reason };
  const wrong = { at: now, ok: false, sameAddress: true };
  return { secondsIfWrong: secondsUntil(nextAllowed([...attempts, wrong], now), now) };
}

const secondsUntil = (next: NextAllowed, now: number) => Math.ceil((next.at - now) / 1000);

/** The input of the decision on a guess: the card of the id, if any, the guesses at it, and the time by the database's clock. */
export type Look<Card> = { card: Card | null; attempts: StoredAttempt[]; now: number };

/** A guess in the database, with the id of its row. */
export type StoredAttempt = SentGuess & { id: number };

/** Finds the card of the guessed id; null for an unknown id. */
export type FindCard<Card> = (tx: Tx) => Promise<Card | null>;

/**
 * Reads the input of the decision on a guess, and changes nothing.
 * @param at the time, where the clock of the server that is read is not that of the primary; by default this clock
 */
export async function lookAtCard<Card>(
  tx: Tx,
  place: GuessPlace,
  findCard: FindCard<Card>,
  at?: Date,
): Promise<Look<Card>> {
  const time = at ? sql`${at}::timestamptz` : sql`clock_timestamp()`;
  // A card has a hundred wrong guesses a day and one right one; further rows come from clocks that ran ahead.
  const guesses = sql<{ now: Date; attempts: StoredAttempt[] }>`
    select ${time} as now, coalesce(json_agg(json_build_object(
      'id', id, 'at', extract(epoch from at) * 1000, 'ok', ok, 'sameAddress', address_hash = ${place.address},
      'request', encode(request_hash, 'base64'))), '[]') as attempts
    from (
      select id, at, ok, address_hash, request_hash from emergency_attempts
      where share_hash = ${place.share} and at between ${time} - interval '1 day' and ${time} + interval '1 day'
      order by at desc limit 300) as guess`.execute(tx);
  const [{ rows }, card] = await Promise.all([guesses, findCard(tx)]);
  const { now, attempts } = rows[0]!;
  return { card, attempts, now: now.getTime() };
}

/** A guess that was counted; `guess` identifies it for `markRight`. */
export type Reservation<Card> = { card: Card | null } & (
  | { guess: number; secondsIfWrong: number }
  | Extract<Decision, { reason: unknown }>
);

/**
 * Takes one guess from the card's daily number before the PIN is checked, in its own transaction: simultaneous guesses, at any
 * number of server processes, are counted one after another, and a crash costs a guess instead of adding one. Guesses at
 * different ids do not wait for each other. A request that a proxy repeats takes the guess that it took at the first server.
 * `remembered` are guesses that are not in the database.
 */
export async function reserveGuess<Card>(
  db: Database,
  place: GuessPlace,
  findCard: FindCard<Card>,
  remembered: readonly SentGuess[] = [],
): Promise<Reservation<Card>> {
  return inTransaction<Reservation<Card>>(db, async (tx) => {
    const lock = sql`select pg_advisory_xact_lock(${String(place.share.readBigInt64BE())}::bigint)`.execute(
      tx,
    );
    const [, { card, attempts, now }] = await Promise.all([lock, lookAtCard(tx, place, findCard)]);
    const request = requestOf(place);
    const decision = decide([...attempts, ...remembered], now, request);
    if ('reason' in decision) return { output: { card, ...decision }, last: null };
    const counted = attempts.find((attempt) => isRepeat([attempt], request, now));
    const guess = counted?.id ?? (await insertGuess(tx, place, new Date(now), card !== null));
    return { output: { card, guess, ...decision }, last: null };
  });
}

/**
 * Inserts a guess. Guesses at unknown ids share a fixed number of rows, so that no flood of invented ids makes the table grow.
 */
async function insertGuess(tx: Tx, place: GuessPlace, at: Date, opensPlan: boolean): Promise<number> {
  const slot = opensPlan ? sql`null` : sql`nextval('emergency_attempt_slots')`;
  const forgetting = sql`
    delete from emergency_attempts where id in (
      select id from emergency_attempts where at < now() - interval '1 day'
      order by at limit 20 for update skip locked)`.execute(tx);
  const inserting = sql<{ id: number }>`
    insert into emergency_attempts (share_hash, address_hash, at, slot, request_hash)
    values (${place.share}, ${place.address}, ${at}, ${slot}, ${place.request ?? null})
    on conflict (slot) do update
      set share_hash = excluded.share_hash, address_hash = excluded.address_hash, at = excluded.at, ok = false,
        request_hash = excluded.request_hash
    returning id`.execute(tx);
  const [{ rows }] = await Promise.all([inserting, forgetting]);
  return rows[0]!.id;
}

/**
 * Removes a guess from the count of wrong ones, because its PIN was right. Earlier right guesses need no change, nor do those that another
 * server counted for the request of a right one.
 */
export async function markRight(db: Tx, place: GuessPlace, guess: number): Promise<void> {
  await sql`
    with earlier as (
      delete from emergency_attempts where share_hash = ${place.share} and id <> ${guess} and (ok or request_hash in (
        select request_hash from emergency_attempts where share_hash = ${place.share} and (ok or id = ${guess}))))
    update emergency_attempts set ok = true where id = ${guess}`.execute(db);
}

/** A guess counted by a process, with its card's hash in base64. */
export type StoredGuess = {
  share: string;
  guess: { at: number; address: string; request: string | null };
  ok: boolean;
};

/** Stores guesses at cards that a process counted while the database could not. Returns the rows of the wrong ones. */
export async function storeGuesses(
  db: Tx,
  guesses: readonly StoredGuess[],
): Promise<{ id: number; share: Buffer }[]> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const requests = guesses.map(({ guess: { request } }) => (request === null ? null : bytes(request)));
  const { rows } = await sql<{ id: number; share: Buffer; ok: boolean }>`
    insert into emergency_attempts (share_hash, address_hash, at, ok, request_hash)
    select share, address, to_timestamp(at / 1000.0), ok, request from unnest(
      ${guesses.map(({ share }) => bytes(share))}::bytea[], ${guesses.map(({ guess }) => bytes(guess.address))}::bytea[],
      ${guesses.map(({ guess }) => Math.round(guess.at))}::bigint[], ${guesses.map(({ ok }) => ok)}::boolean[],
      ${requests}::bytea[]
    ) as given (share, address, at, ok, request)
    returning id, share_hash as share, ok`.execute(db);
  return rows.filter(({ ok }) => !ok);
}

const digestOf = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/**
 * Compares a typed PIN in constant time. `expected` is null if no plan can be opened (no such card, nothing signed): the same
 * work is done, and the result is false.
 */
export function samePin(expected: string | null, typed: string): boolean {
  const same = timingSafeEqual(digestOf(expected ?? 'no PIN'), digestOf(typed));
  return same && expected !== null;
}
