import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin, wrongPin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import type { TestPerson } from '../../people.ts';
import { letGuessesAge, type TestApp } from '../../start-app.ts';
import { caughtUp, signed, startReplicaApps, type ReplicaApps } from './replica-apps.ts';

/** The slow pace of guesses, in milliseconds, and a minute more. */
const halfAnHour = 31 * 60_000;

describe.runIf(process.platform === 'linux')('while the primary of two processes is unavailable', () => {
  let all: ReplicaApps;
  let who: TestPerson;
  let tried = 0;

  beforeAll(async () => {
    all = await startReplicaApps(2);
    who = await signed(all.apps[0]!);
  }, 120_000);
  afterAll(() => all.close(), 60_000);

  /** Guesses wrong from a new network each time, after half an hour. Returns the status. */
  async function guess(app: TestApp): Promise<number> {
    for (const each of all.apps) each.advance(halfAnHour);
    tried += 1;
    const headers = { 'x-forwarded-for': `203.0.113.${tried}` };
    return (await typePin(new TestClient(app.url), who.shareId, wrongPin(who.pin), { headers })).status;
  }

  /** Guesses until two are refused. Returns how many were checked. */
  async function guessAll(app: TestApp): Promise<number> {
    let checked = 0;
    for (let refused = 0; refused < 2;) {
      if ((await guess(app)) === 403) checked += 1;
      else refused += 1;
    }
    return checked;
  }

  const stored = async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*) filter (where not ok)::int as wrong from emergency_attempts`.execute(
      all.apps[0]!.services.db,
    );
    return rows[0]!.wrong;
  };

  it('guesses at a card are limited to a hundred a day, including those before and afterwards, and are stored when it is available again [C-01] [D-07]', async () => {
    await all.ready();
    const [first, second] = all.apps as [TestApp, TestApp];
    const { db } = first.services;
    expect(await guess(first)).toBe(403);
    await sql`
      insert into emergency_attempts (share_hash, address_hash, at)
      select share_hash, address_hash, now() - interval '1 minute' * n from emergency_attempts, generate_series(1, 69) n`.execute(
      db,
    );
    await caughtUp(all.pair);
    await all.pair.primary.stop();
    try {
      // Of the remaining 30 guesses, each process may check 14, and 2 are reserved for the time after the outage.
      expect([await guessAll(first), await guessAll(second)]).toEqual([14, 14]);
      expect((await typePin(new TestClient(first.url), who.shareId, who.pin)).status).toBe(429);
    } finally {
      await all.pair.primary.start();
    }
    await all.ready();
    await expect.poll(stored).toBe(98);
    // The clocks of these processes are ahead of the database's.
    await letGuessesAge(db, (tried + 1) * halfAnHour);
    const statuses: number[] = [];
    for (const app of [...all.apps, ...all.apps]) {
      await letGuessesAge(db, halfAnHour);
      statuses.push(await guess(app));
    }
    expect(statuses).toEqual([403, 403, 429, 429]);
    expect(await stored()).toBe(100);
  }, 60_000);

  it('guesses that were stored after an outage count in the next outage, even if the replica lacks them [C-01] [D-07]', async () => {
    await all.ready();
    who = await signed(all.apps[0]!);
    const [first, second] = all.apps as [TestApp, TestApp];
    const { db } = first.services;
    expect(await guess(first)).toBe(403);
    const before = await stored();
    // By the clocks of the processes, which are ahead.
    await sql`
      insert into emergency_attempts (share_hash, address_hash, at)
      select share_hash, address_hash, ${first.services.clock()}::timestamptz - interval '1 minute' * n
      from (select * from emergency_attempts order by id desc limit 1) as last, generate_series(1, 89) n`.execute(
      db,
    );
    await caughtUp(all.pair);
    await all.pair.replica.asAdmin('select pg_wal_replay_pause()');
    try {
      await all.pair.primary.stop();
      expect([await guessAll(first), await guessAll(second)]).toEqual([4, 4]);
      await all.pair.primary.start();
      await all.ready();
      await expect.poll(stored).toBe(before + 89 + 8);
      await all.pair.primary.stop();
      expect([await guessAll(first), await guessAll(second)]).toEqual([0, 0]);
    } finally {
      await all.pair.primary.start();
      await all.pair.replica.asAdmin('select pg_wal_replay_resume()');
    }
  }, 60_000);
});
