import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin, wrongPin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import type { TestPerson } from '../../people.ts';
import type { TestApp } from '../../start-app.ts';
import { caughtUp, signed, startReplicaApps, type ReplicaApps } from './replica-apps.ts';

describe.runIf(process.platform === 'linux')(
  'guesses at one card, while the primary of two processes is away',
  () => {
    let all: ReplicaApps;
    let who: TestPerson;
    let tried = 0;

    beforeAll(async () => {
      all = await startReplicaApps(2);
      who = await signed(all.apps[0]!);
    }, 120_000);
    afterAll(() => all.close(), 60_000);

    /** Guesses wrong from a new network each time, after every wait. Returns the status. */
    async function guess(app: TestApp): Promise<number> {
      for (const each of all.apps) each.advance(31_000);
      tried += 1;
      const from = `203.0.${Math.floor(tried / 200)}.${(tried % 200) + 1}`;
      const headers = { 'x-forwarded-for': from };
      return (await typePin(new TestClient(app.url), who.shareId, wrongPin(who.pin), { headers })).status;
    }
    const stored = async () => {
      const { rows } = await sql<{ wrong: number }>`
      select count(*) filter (where not ok)::int as wrong from emergency_attempts`.execute(
        all.apps[0]!.services.db,
      );
      return rows[0]!.wrong;
    };

    it('are at most a hundred a day, with those before and afterwards, and are stored when it answers again [C-01] [D-07]', async () => {
      await all.ready();
      const [first, second] = all.apps as [TestApp, TestApp];
      // Ten wrong guesses before, whose waits are over.
      const place = 'emergency_attempts';
      expect(await guess(first)).toBe(403);
      await sql`
      insert into ${sql.table(place)} (share_hash, address_hash, at)
      select share_hash, address_hash, now() - interval '1 hour' - interval '1 minute' * n
      from ${sql.table(place)}, generate_series(1, 9) n`.execute(first.services.db);
      await caughtUp(all.pair);
      await all.pair.primary.stop();
      const checked = [0, 0];
      try {
        for (const [index, app] of [first, second].entries()) {
          let refused = 0;
          while (refused < 3) {
            const status = await guess(app);
            if (status === 403) checked[index]! += 1;
            else refused += 1;
            expect(checked[index]).toBeLessThan(60);
          }
        }
        // 88 of the 90 that are left: 44 for each process, 2 for the return.
        expect(checked).toEqual([44, 44]);
        const right = await typePin(new TestClient(first.url), who.shareId, who.pin);
        expect([right.status, right.html.includes('Talk to someone')]).toEqual([429, true]);
      } finally {
        await all.pair.primary.start();
      }
      await all.ready();
      await expect.poll(stored).toBe(98);
      const statuses: number[] = [];
      for (let round = 0; round < 4; round += 1) for (const app of all.apps) statuses.push(await guess(app));
      expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(2);
      expect(await stored()).toBeLessThanOrEqual(100);
    }, 60_000);
  },
);
