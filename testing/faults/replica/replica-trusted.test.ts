import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { typePin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import { createTestDatabase } from '../../database/database.ts';
import { person, type TestPerson } from '../../people.ts';
import { freePort } from '../../processes/free-port.ts';
import { startApp, type TestApp } from '../../start-app.ts';
import { caughtUp, openedAt, readyOf, signed, startReplicaApps, type ReplicaApps } from './replica-apps.ts';

const status = async ({ url }: TestApp, { shareId }: TestPerson, pin: string) =>
  (await typePin(new TestClient(url), shareId, pin)).status;

describe.runIf(process.platform === 'linux')('with a replica', () => {
  let all: ReplicaApps;
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    all = await startReplicaApps(2);
    [app, other] = all.apps as [TestApp, TestApp];
  }, 120_000);
  afterAll(() => all.close(), 60_000);

  /** Renews the person's card in the app. Returns the new PIN and share id. */
  async function renew(who: TestPerson): Promise<TestPerson> {
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const { data, errors } = await client.graphql('mutation { renewEmergencyCard { pin share_id } }');
    expect(errors).toBeUndefined();
    const { pin, share_id: shareId } = data.renewEmergencyCard;
    return { ...who, pin, shareId };
  }

  /** Runs something while the primary is unavailable, as after a power cut. */
  async function withoutPrimary(run: () => Promise<void>): Promise<void> {
    await all.pair.primary.stop('at once');
    try {
      await run();
    } finally {
      await all.pair.primary.start();
    }
    await all.ready();
  }

  it('a card renewed at one process just before the primary stops opens at another with the new PIN only [C-01]', async () => {
    await all.ready();
    const who = await signed(app);
    await openedAt(other, who);
    const renewed = await renew(who);
    await withoutPrimary(async () => {
      expect(await status(other, who, who.pin)).toBe(403);
      expect(await status(other, renewed, renewed.pin)).toBe(303);
    });
  }, 60_000);

  it('a renewed card whose renewal the replica lacks opens with neither PIN, while other cards open; with the new PIN it opens once the replica has the renewal [C-01]', async () => {
    await all.ready();
    const [who, neighbour] = [await signed(app), await signed(app)];
    const reader = await openedAt(other, who);
    await caughtUp(all.pair);
    await all.pair.replica.asAdmin('select pg_wal_replay_pause()');
    const from = performance.now();
    const renewed = await renew(who);
    // Wait until every process has queried the primary since the change.
    expect(performance.now() - from).toBeGreaterThan(2_900);
    await withoutPrimary(async () => {
      expect(await status(other, who, who.pin)).toBe(503);
      expect(await status(other, renewed, renewed.pin)).toBe(503);
      expect((await reader.fetch(`/acp-login/${who.shareId}`)).status).toBe(503);
      expect((await reader.fetch(`/acp-login/${who.shareId}/plan.pdf`)).status).toBe(503);
      expect(await status(other, neighbour, neighbour.pin)).toBe(303);
      await all.pair.replica.asAdmin('select pg_wal_replay_resume()');
      await expect.poll(() => status(other, renewed, renewed.pin)).toBe(303);
      expect((await reader.fetch(`/acp-login/${who.shareId}`)).status).toBe(200);
      expect(await status(app, who, who.pin)).toBe(403);
    });
  }, 60_000);

  it('a plan that was withdrawn is not shown, even while the replica lacks the withdrawal [C-01]', async () => {
    await all.ready();
    const who = await signed(app);
    const reader = await openedAt(other, who);
    const path = `/acp-login/${who.shareId}`;
    await caughtUp(all.pair);
    await all.pair.replica.asAdmin('select pg_wal_replay_pause()');
    await all.pair.primary.asAdmin(`update acps set status = 'draft' where user_id = '${who.userId}'`);
    // Every process queries the primary within a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await withoutPrimary(async () => {
      expect((await reader.fetch(path)).status).toBe(503);
      await all.pair.replica.asAdmin('select pg_wal_replay_resume()');
      await expect.poll(async () => (await reader.fetch(path)).status).toBe(200);
      expect(await (await reader.fetch(path)).text()).not.toContain('/plan.pdf?language=');
    });
  }, 60_000);

  it('a directive that was deleted just before the primary stops is not opened while the replica lacks the deletion [C-01]', async () => {
    await all.ready();
    const who = await person(app.services);
    const { rows } = await app.application.pool.query<{ id: string }>(
      `insert into files (user_id, category, file_name, is_active, activated_timestamp, is_uploaded)
       values ($1, 'ACP', 'directive.pdf', true, now(), true) returning id`,
      [who.userId],
    );
    const reader = await openedAt(other, who);
    await caughtUp(all.pair);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    await all.pair.replica.asAdmin('select pg_wal_replay_pause()');
    const from = performance.now();
    const { errors } = await client.graphql('mutation delete($id: ID!) { deleteFile(id: $id) }', {
      id: rows[0]!.id,
    });
    expect(errors).toBeUndefined();
    // The response is sent once every process knows of the deletion.
    expect(performance.now() - from).toBeGreaterThan(2_900);
    await withoutPrimary(async () => {
      expect(await status(other, who, who.pin)).toBe(503);
      expect((await reader.fetch(`/acp-login/${who.shareId}`)).status).toBe(503);
      await all.pair.replica.asAdmin('select pg_wal_replay_resume()');
      await expect.poll(async () => (await reader.fetch(`/acp-login/${who.shareId}`)).status).not.toBe(503);
    });
  }, 60_000);

  it('that is unavailable too, each page shows the telephone number within seconds [C-01]', async () => {
    await all.ready();
    const who = await signed(app);
    const reader = await openedAt(app, who);
    await all.pair.replica.stop();
    await withoutPrimary(async () => {
      for (let round = 0; round < 2; round += 1) {
        const from = Date.now();
        const typed = await typePin(new TestClient(app.url), who.shareId, who.pin);
        const page = await reader.fetch(`/acp-login/${who.shareId}`);
        expect([typed.status, page.status]).toEqual([503, 503]);
        for (const html of [typed.html, await page.text()]) expect(html).toContain('Talk to someone');
        expect(Date.now() - from).toBeLessThan(8_000);
      }
      await expect.poll(() => readyOf(app)).toMatchObject({ ok: true, replica: 'unreachable' });
      expect(await app.application.metrics.text()).toContain(
        'wattle_replica_problem{problem="unreachable"} 1',
      );
      await all.pair.replica.start();
    });
    expect(all.lines).toContain('The replica is not used: it does not answer.');
    expect(all.lines).toContain('The replica can be used again.');
  }, 60_000);

  it('that is promoted while the primary is unavailable is still read, and then is refused as a replica [C-01]', async () => {
    await all.ready();
    const who = await signed(app);
    await openedAt(app, who);
    await caughtUp(all.pair);
    await all.pair.primary.stop('at once');
    expect(await status(app, who, who.pin)).toBe(303);
    await all.pair.replica.asAdmin('select pg_promote()');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await status(app, who, who.pin)).toBe(303);
    await all.pair.primary.start();
    const line = 'The replica is not used: it is no replica, but accepts changes itself.';
    await expect.poll(() => all.lines.filter((each) => each === line).length).toBe(2);
    expect(app.services.replica?.facts().problem).toBe('is-primary');
    expect(await status(app, who, who.pin)).toBe(303);
  }, 60_000);
});

describe('a server at its start with a replica', () => {
  async function start(DATABASE_REPLICA_URL: string, lines: string[]) {
    const app = await startApp({
      env: { DATABASE_REPLICA_URL, SERVER_PROCESSES: '2' },
      log: (line) => void lines.push(line),
    });
    onTestFinished(() => app.close());
    return app;
  }

  const opens = async (app: TestApp) => {
    const who = await signed(app);
    expect(await status(app, who, who.pin)).toBe(303);
  };

  it('that cannot be reached works, and logs it once [C-01]', async () => {
    const lines: string[] = [];
    const app = await start(`postgres://wattle:x@127.0.0.1:${await freePort()}/wattle`, lines);
    await opens(app);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(lines).toEqual(['The replica is not used: it does not answer.']);
  });

  it('of another database works, never reads from it, and logs it once [C-01]', async () => {
    const another = await createTestDatabase();
    onTestFinished(() => another.drop());
    const lines: string[] = [];
    const app = await start(another.url, lines);
    await opens(app);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(lines).toEqual(['The replica is not used: it is not a replica of DATABASE_URL.']);
    await expect(app.services.replica?.requireCurrent(null)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
