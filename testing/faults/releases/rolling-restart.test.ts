import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../../src/server/features/notifications/store.ts';
import { TestClient } from '../../client.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { watchNews } from '../../news.ts';
import { person } from '../../people.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { findProblems } from '../checker.ts';
import { makeRelease } from './release.ts';
import { startSavers } from '../saving.ts';
import { freePort } from '../../processes/free-port.ts';
import { servicesBeside, startServer, type ServerProcess } from '../server-process.ts';
import { newKeys } from '../../new-keys.ts';

const replacements = 4;
const drained = { DRAIN_SECONDS: '3', TRUST_PROXY: '127.0.0.1' };

describe('two server processes behind a balancer', () => {
  let database: TestDatabase;
  let balancer: Balancer;
  let beside: Awaited<ReturnType<typeof servicesBeside>>;
  let variables: Record<string, string>;
  const servers: ServerProcess[] = [];

  const start = async (more: Record<string, string> = {}, program?: string) =>
    startServer({ ...variables, PORT: String(await freePort()), ...more }, program);

  const signedIn = async () => {
    const who = await person(beside.services);
    const client = new TestClient(balancer.url);
    await client.signIn(who.email, who.password);
    return { person: who, client, status: 'draft' as const, version: 0 };
  };

  /** Starts two servers that drain when they stop, behind a balancer that follows their readiness. Returns their addresses. */
  async function startDrained(): Promise<string[]> {
    await Promise.all(servers.splice(0).map((server) => server.kill()));
    servers.push(await start(drained), await start(drained));
    const addresses = servers.map(({ url }) => url);
    balancer.follow(addresses);
    await expect.poll(async () => (await fetch(`${balancer.url}/healthz`)).status).toBe(200);
    return addresses;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    balancer = await startBalancer();
    variables = {
      APP_ENV: 'test',
      DATABASE_URL: database.url,
      PUBLIC_URL: balancer.url,
      WATTLE_KEYS: newKeys(),
    };
    servers.push(await start(), await start());
    balancer.lead(servers.map(({ url }) => url));
    beside = await servicesBeside({ ...variables, PORT: '3000' });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await balancer.close();
    await beside.close();
    await database.drop();
  });

  it(
    'are replaced one after another under load: every save gets its usual answer, and open pages reconnect and catch up [fault 23, NOTIF-13]',
    { timeout: 300_000 },
    async () => {
      const people = await Promise.all(Array.from({ length: 5 }, signedIn));
      const { person: reader, client: page } = await signedIn();
      const news = watchNews(page);
      await news.until(() => news.receivedNews.length > 0);
      const publish = () =>
        announce(
          beside.services.db,
          { eventId: randomUUID(), template: 'TEST', metadata: {}, userId: reader.userId, at: new Date() },
          [reader.userId],
        );

      const savers = startSavers({ people, pauseMs: 250 });
      let announced = 0;
      for (let round = 0; round < replacements; round += 1) {
        const before = savers.acknowledged.length;
        const leaving = servers.shift() as ServerProcess;
        balancer.lead(servers.map(({ url }) => url));
        const [code, coming] = await Promise.all([leaving.stop(), start()]);
        expect(code).toBe(0);
        servers.push(coming);
        balancer.lead(servers.map(({ url }) => url));
        await publish();
        announced += 1;
        await news.until(() => news.receivedNews.at(-1)?.count === announced);
        await savers.untilAcknowledged(before + 50);
      }
      await savers.stop();
      news.stop();

      expect(savers.unexpected).toEqual([]);
      expect(savers.refusals).toEqual([]);
      // A server that stops may close a new connection; the save is then sent again and takes effect once.
      expect(savers.lost()).toBeLessThanOrEqual(replacements * people.length);
      expect(news.errors).toEqual([]);
      // The server of the page was replaced at least once.
      expect(news.connected()).toBeGreaterThan(1);
      expect(await findProblems(beside.services, savers.acknowledged)).toEqual([]);
    },
  );

  it(
    'drain before they stop: no request fails behind a balancer that follows only their readiness [R-15, fault 23]',
    { timeout: 300_000 },
    async () => {
      const addresses = await startDrained();
      const people = await Promise.all(Array.from({ length: 5 }, signedIn));
      const savers = startSavers({ people, pauseMs: 500 });
      for (let round = 0; round < replacements; round += 1) {
        const before = savers.acknowledged.length;
        const coming = await start(drained);
        servers.push(coming);
        addresses.push(coming.url);
        await savers.untilAcknowledged(before + 50);
        const leaving = servers.shift() as ServerProcess;
        expect(await leaving.stop()).toBe(0);
        addresses.shift();
        await savers.untilAcknowledged(savers.acknowledged.length + 50);
      }
      await savers.stop();
      expect(savers.acknowledged.length).toBeGreaterThan(400);
      expect([savers.lost(), savers.refusals, savers.unexpected]).toEqual([0, [], []]);
    },
  );

  it(
    'continue to serve while the first server of the next release runs a slow second migration: no request fails [R-11, fault 23]',
    { timeout: 300_000 },
    async () => {
      const release = makeRelease({
        '9001_quick.sql': 'alter table users add column trial text;',
        '9002_slow.sql': 'select pg_sleep(5); create table trial (id integer);',
      });
      try {
        const addresses = await startDrained();
        const savers = startSavers({
          people: await Promise.all(Array.from({ length: 5 }, signedIn)),
          pauseMs: 500,
        });
        await savers.untilAcknowledged(50);
        for (let round = 0; round < 2; round += 1) {
          const coming = await start(drained, release.program);
          servers.push(coming);
          addresses.push(coming.url);
          const before = savers.acknowledged.length;
          await savers.untilAcknowledged(before + 50);
          const leaving = servers.shift() as ServerProcess;
          expect(await leaving.stop()).toBe(0);
          addresses.shift();
        }
        await savers.untilAcknowledged(savers.acknowledged.length + 50);
        await savers.stop();
        expect(savers.acknowledged.length).toBeGreaterThan(200);
        expect([savers.lost(), savers.refusals, savers.unexpected]).toEqual([0, [], []]);
        // Rollback: a server of the earlier release starts on these tables.
        servers.push(await start(drained));
        expect((await fetch(`${servers.at(-1)!.url}/readyz`)).status).toBe(200);
      } finally {
        release.remove();
      }
    },
  );
});
