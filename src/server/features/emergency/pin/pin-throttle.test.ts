import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../../../db/connection/connect.ts';
import { createSecrets } from '../../../db/sealing/secrets.ts';
import {
  decide,
  guessPlace,
  markRight,
  reserveGuess,
  samePin,
  storeGuesses,
  type GuessPlace,
} from './pin-throttle.ts';
import { atLeast } from '../../../pipeline/limits/minimum-duration.ts';

const secrets = createSecrets(randomBytes(32));

let database: TestDatabase;
let connection: Connection;
let card: GuessPlace;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase({ url: database.url, max: 12 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

beforeEach(async () => {
  await sql`delete from emergency_attempts`.execute(connection.db);
  card = guessPlace(
    secrets,
    randomBytes(18).toString('base64url'),
    `2001:db8:${randomBytes(2).toString('hex')}::1`,
  );
});

/** The card that every id of a test opens; null for an unknown id. */
type Found = { pin: string } | null;

const reserve = (place: GuessPlace, found: Found = { pin: '123456' }) =>
  reserveGuess(connection.db, place, async () => found);

/** Moves the time of every guess back: they use the database's clock. */
const pass = (seconds: number) =>
  sql`update emergency_attempts set at = at - make_interval(secs => ${seconds})`.execute(connection.db);

const rowsOf = async (condition = sql`true`) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from emergency_attempts where ${condition}`.execute(connection.db)
  ).rows[0]!.count;

describe('guesses at a PIN in the database', () => {
  it('counts simultaneous guesses one after another: one is checked, the others wait', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => reserve(card)));
    expect(results.filter((result) => 'guess' in result)).toHaveLength(1);
    for (const result of results)
      if (!('guess' in result)) expect(result).toMatchObject({ seconds: 2, reason: 'delay' });
  });

  it('counts many addresses at one card, and one address at many cards, without a deadlock', async () => {
    const addresses = Array.from({ length: 20 }, (_, index) =>
      guessPlace(secrets, 'one card', `192.0.2.${index}`),
    );
    const cards = Array.from({ length: 20 }, (_, index) =>
      guessPlace(secrets, `card ${index}`, '192.0.2.200'),
    );
    const results = await Promise.all([...addresses, ...cards].map((place) => reserve(place)));
    expect(results.slice(0, 20).filter((result) => 'guess' in result)).toHaveLength(1);
    // Each of these is the first guess at its card.
    expect(results.slice(20).filter((result) => 'guess' in result)).toHaveLength(20);
  });

  it('allows at most a hundred guesses in a day of parallel guessing from many addresses', async () => {
    let checked = 0;
    for (let seconds = 0; seconds < 86_400; seconds += 900) {
      for (let burst = 0; burst < 4; burst += 1) {
        const places = Array.from({ length: 3 }, (_, index) => ({
          ...card,
          address: secrets.sign('attempts', `${seconds} ${index}`),
        }));
        const results = await Promise.all(places.map((place) => reserve(place)));
        checked += results.filter((result) => 'guess' in result).length;
        await pass(31);
      }
      await pass(900 - 4 * 31);
    }
    expect(checked).toBeGreaterThan(50);
    expect(checked).toBeLessThanOrEqual(100);
  }, 60_000);

  it('returns the wait of the next guess in case this one is wrong', async () => {
    expect(await reserve(card)).toMatchObject({ secondsIfWrong: 2 });
    await pass(2);
    expect(await reserve(card)).toMatchObject({ secondsIfWrong: 4 });
    expect(await reserve(card)).toMatchObject({ seconds: 4, reason: 'delay' });
  });

  it('counts a guess that would be wrong for its own address too: its twenty-fifth waits an hour', () => {
    const now = Date.parse('2026-05-04T00:00:00Z');
    const earlier = (sameAddress: boolean) =>
      Array.from({ length: 24 }, (_, index) => ({
        ...{ at: now - (index + 1) * 60_000, ok: false, sameAddress, request: null },
      }));
    expect(decide(earlier(true), now, null)).toEqual({ secondsIfWrong: 60 * 60 });
    expect(decide(earlier(false), now, null)).toEqual({ secondsIfWrong: 30 });
  });

  it('allows the next guess immediately after a right PIN', async () => {
    for (const seconds of [2, 4, 8, 15]) {
      expect(await reserve(card)).toHaveProperty('guess');
      await pass(seconds);
    }
    for (const _ of [1, 2, 3]) {
      const right = await reserve(card);
      if (!('guess' in right)) throw new Error('the guess had to be allowed');
      await markRight(connection.db, card, right.guess);
    }
    expect(await reserve(card)).toHaveProperty('guess');
    // However often it is opened, one right guess of a card is stored.
    expect(await rowsOf(sql`share_hash = ${card.share} and ok`)).toBe(1);
  });

  it('counts guesses that two processes stored for one request as one, right if one of them was, and deletes both later [C-01]', async () => {
    const stored = (request: Buffer, ok: boolean, secondsAgo: number) => ({
      share: card.share.toString('base64'),
      guess: {
        at: Date.now() - secondsAgo * 1_000,
        address: card.address.toString('base64'),
        request: request.toString('base64'),
      },
      ok,
    });
    const [wrong, right] = [randomBytes(32), randomBytes(32)];
    const both = (request: Buffer, ok: boolean) => [stored(request, ok, 15), stored(request, false, 16)];
    await storeGuesses(connection.db, [...both(wrong, false), stored(randomBytes(32), false, 14)]);
    // After two wrong ones; after three it would be 15.
    expect(await reserve(card)).toMatchObject({ secondsIfWrong: 8 });
    await sql`delete from emergency_attempts`.execute(connection.db);
    await storeGuesses(connection.db, both(right, true));
    const last = await reserve(card);
    expect(last).toMatchObject({ secondsIfWrong: 2 });
    if ('guess' in last) await markRight(connection.db, card, last.guess);
    expect(await rowsOf()).toBe(1);
  });

  it('slows guesses at an unknown share id in the same way, and stores neither it nor the address in clear', async () => {
    const unknown = guessPlace(secrets, 'unknown', '198.51.100.7');
    expect(await reserve(unknown, null)).toHaveProperty('guess');
    expect(await reserve(unknown, null)).toEqual({ card: null, seconds: 2, reason: 'delay' });
    const { rows } = await sql<{ row: string }>`select t::text as row from emergency_attempts t`.execute(
      connection.db,
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/nobody|198\.51/);
    // Counts of a server of another release are found again.
    expect(unknown).toEqual({
      share: secrets.sign('attempts', 'emergency card unknown'),
      address: secrets.sign('attempts', 'emergency address 198.51.100.7'),
    });
  });

  it('counts the addresses of one IPv6 network as one', () => {
    const address = (text: string) => guessPlace(secrets, 'x', text).address.toString('hex');
    expect(address('2001:db8::1')).toBe(address('2001:db8:0:0:ffff::2'));
    expect(address('2001:db8::1')).not.toBe(address('2001:db8:0:1::1'));
    expect(address('::ffff:192.0.2.1')).toBe(address('192.0.2.1'));
  });

  it('deletes rows older than a day without a job', async () => {
    await reserve(card);
    await pass(2 * 86_400);
    await reserve({ ...card, share: randomBytes(32) });
    expect(await rowsOf(sql`share_hash = ${card.share}`)).toBe(0);
  });

  it('stores a fixed number of rows of guesses at unknown ids, and all of those at cards [R-03]', async () => {
    await sql`alter sequence emergency_attempt_slots maxvalue 40 restart`.execute(connection.db);
    const before = await rowsOf(sql`slot is null`);
    await reserve(card);
    for (let guess = 0; guess < 100; guess += 1) await reserve({ ...card, share: randomBytes(32) }, null);
    expect(await rowsOf(sql`slot is not null and slot <= 40`)).toBe(40);
    expect(await rowsOf(sql`slot is null`)).toBe(before + 1);
    expect(await reserve(card)).toMatchObject({ reason: 'delay' });
    await sql`alter sequence emergency_attempt_slots maxvalue 100000`.execute(connection.db);
  });

  it('counts a guess at one card while one at another card from the same address is still running [R-03]', async () => {
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => (gate.open = resolve));
    const slow = reserveGuess(connection.db, { ...card, share: randomBytes(32) }, async () => {
      await held;
      return null;
    });
    const other = await reserve(card).finally(() => gate.open?.());
    expect(other).toHaveProperty('guess');
    expect(await slow).toHaveProperty('guess');
  });

  it('finds the guesses at a card by its index, however many others were made from the address [R-03]', async () => {
    // A separate database, because scan statistics of other connections arrive late.
    const alone = await createTestDatabase();
    const one = connectDatabase({ url: alone.url, max: 1 });
    await sql`
      insert into emergency_attempts (share_hash, address_hash, slot)
      select sha256(number::text::bytea), ${card.address}, number from generate_series(101, 100000) as number`.execute(
      one.db,
    );
    await sql`analyze emergency_attempts`.execute(one.db);
    const scans = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(one.db);
      const { rows } = await sql<{ seq_scan: number }>`
        select seq_scan from pg_stat_user_tables where relname = 'emergency_attempts'`.execute(one.db);
      return rows[0]!.seq_scan;
    };
    const before = await scans();
    for (let guess = 0; guess < 20; guess += 1) {
      const known = await reserveGuess(one.db, { ...card, share: randomBytes(32) }, async () => ({}));
      expect(known).toHaveProperty('guess');
      if ('guess' in known) await markRight(one.db, card, known.guess);
      await reserveGuess(one.db, { ...card, share: randomBytes(32) }, async () => null);
    }
    expect(await scans()).toBe(before);
    await one.close();
    await alone.drop();
  });
});

describe('the comparison of PINs', () => {
  it('is true only for the same six digits, and never without a card', () => {
    expect(samePin('012345', '012345')).toBe(true);
    expect(samePin('012345', '12345')).toBe(false);
    expect(samePin('012345', '012346')).toBe(false);
    expect(samePin(null, '012345')).toBe(false);
    expect(samePin(null, 'no PIN')).toBe(false);
  });

  it('answers no sooner than the minimum time, for a result and for a failure', async () => {
    for (const work of [async () => 'quick', async () => Promise.reject(new Error('failed'))]) {
      const before = performance.now();
      await atLeast(60, work).catch((error: Error) => error.message);
      expect(performance.now() - before).toBeGreaterThanOrEqual(58);
    }
  });
});
