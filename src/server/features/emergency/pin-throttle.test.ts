import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { connectDatabase, type Connection } from '../../db/connect.ts';
import { createSecrets } from '../../db/secrets.ts';
import { guessPlace, markRight, reserveGuess, samePin, type GuessPlace } from './pin-throttle.ts';
import { noSoonerThan } from '../../pipeline/minimum-duration.ts';

const secrets = createSecrets(randomBytes(32));
const start = Date.UTC(2026, 3, 5);
const at = (seconds: number) => new Date(start + seconds * 1000);

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

beforeEach(() => {
  card = guessPlace(
    secrets,
    randomBytes(18).toString('base64url'),
    `2001:db8:${randomBytes(2).toString('hex')}::1`,
  );
});

const reserve = (place: GuessPlace, seconds: number) => reserveGuess(connection.db, place, at(seconds));

describe('guesses at a PIN in the database', () => {
  it('counts guesses sent at the same moment one after another: one is checked, the others wait', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => reserve(card, 0)));
    expect(results.filter((result) => 'guess' in result)).toHaveLength(1);
    for (const result of results)
      if (!('guess' in result)) expect(result).toEqual({ seconds: 2, reason: 'delay' });
  });

  it('does so for one card from many addresses, and for many cards from one address, without a deadlock', async () => {
    const addresses = Array.from({ length: 20 }, (_, index) =>
      guessPlace(secrets, 'one card', `192.0.2.${index}`),
    );
    const cards = Array.from({ length: 20 }, (_, index) =>
      guessPlace(secrets, `card ${index}`, '192.0.2.200'),
    );
    const results = await Promise.all([...addresses, ...cards].map((place) => reserve(place, 0)));
    expect(results.slice(0, 20).filter((result) => 'guess' in result)).toHaveLength(1);
    expect(results.slice(20).filter((result) => 'guess' in result)).toHaveLength(5);
  });

  it('gives at most a hundred guesses to a day of parallel guessing from everywhere', async () => {
    let checked = 0;
    for (let seconds = 0; seconds < 86_400; seconds += 900) {
      for (let burst = 0; burst < 4; burst += 1) {
        const places = Array.from({ length: 3 }, (_, index) => ({
          ...card,
          address: secrets.sign('attempts', `${seconds} ${index}`),
        }));
        const results = await Promise.all(places.map((place) => reserve(place, seconds + burst * 31)));
        checked += results.filter((result) => 'guess' in result).length;
      }
    }
    expect(checked).toBeGreaterThan(50);
    expect(checked).toBeLessThanOrEqual(100);
  }, 60_000);

  it('says how long the next guess waits should this one be wrong', async () => {
    expect(await reserve(card, 0)).toMatchObject({ secondsIfWrong: 2 });
    expect(await reserve(card, 2)).toMatchObject({ secondsIfWrong: 4 });
    expect(await reserve(card, 5)).toEqual({ seconds: 1, reason: 'delay' });
  });

  it('lets the next one through at once after a right PIN', async () => {
    for (const seconds of [0, 2, 6, 14]) expect(await reserve(card, seconds)).toHaveProperty('guess');
    const right = await reserve(card, 29);
    if (!('guess' in right)) throw new Error('the guess had to be allowed');
    await markRight(connection.db, right.guess);
    expect(await reserve(card, 29)).toHaveProperty('guess');
  });

  it('slows a share id that nobody has in the same way, and keeps neither it nor the address in clear', async () => {
    const unknown = guessPlace(secrets, "nobody's", '198.51.100.7');
    expect(await reserve(unknown, 0)).toHaveProperty('guess');
    expect(await reserve(unknown, 0)).toEqual({ seconds: 2, reason: 'delay' });
    const { rows } = await sql<{ row: string }>`select t::text as row from emergency_attempts t`.execute(
      connection.db,
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/nobody|198\.51/);
  });

  it('takes the addresses of one IPv6 network for one', () => {
    const address = (text: string) => guessPlace(secrets, 'x', text).address.toString('hex');
    expect(address('2001:db8::1')).toBe(address('2001:db8:0:0:ffff::2'));
    expect(address('2001:db8::1')).not.toBe(address('2001:db8:0:1::1'));
    expect(address('::ffff:192.0.2.1')).toBe(address('192.0.2.1'));
  });

  it('forgets rows older than a day by itself', async () => {
    await reserve(card, 0);
    await reserve({ ...card, share: randomBytes(32) }, 2 * 86_400);
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from emergency_attempts where share_hash = ${card.share}`.execute(
      connection.db,
    );
    expect(rows[0]?.left).toBe(0);
  });
});

describe('the comparison of PINs', () => {
  it('is right for the same six digits only, and never where there is no card', () => {
    expect(samePin('012345', '012345')).toBe(true);
    expect(samePin('012345', '12345')).toBe(false);
    expect(samePin('012345', '012346')).toBe(false);
    expect(samePin(null, '012345')).toBe(false);
    expect(samePin(null, 'no PIN')).toBe(false);
  });

  it('answers no sooner than the floor, for a result and for a failure', async () => {
    for (const work of [async () => 'quick', async () => Promise.reject(new Error('failed'))]) {
      const before = performance.now();
      await noSoonerThan(60, work).catch((error: Error) => error.message);
      expect(performance.now() - before).toBeGreaterThanOrEqual(58);
    }
  });
});
