import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin, wrongPin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import type { TestPerson } from '../../people.ts';
import { caughtUp, openedAt, readyOf, signed, startReplicaApps, type ReplicaApps } from './replica-apps.ts';

/** Limit for the first answers, in milliseconds: a second for the primary, and more for a busy machine. */
const firstMs = 4_000;

describe.runIf(process.platform === 'linux')('with a replica, while the primary', () => {
  let all: ReplicaApps;
  let who: TestPerson;

  beforeAll(async () => {
    all = await startReplicaApps(2);
    who = await signed(all.apps[0]!);
  }, 120_000);
  afterAll(() => all.close(), 60_000);

  const openingsOf = async () => {
    const { rows } = await sql<{ late: boolean | null; count: number }>`
      select (details->>'late')::boolean as late, count(*)::int from audit_log
      where chain = ${who.userId} and action = 'openEmergency' group by 1 order by 1`.execute(
      all.apps[0]!.services.db,
    );
    return rows;
  };
  const countOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const notified = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from notifications where receiver_id = ${who.userId} and template = 'ACP_OPENED'`.execute(
      all.apps[0]!.services.db,
    );
    return rows[0]!.count;
  };

  const faults = {
    'is stopped': {
      begin: () => all.pair.primary.stop(),
      end: () => all.pair.primary.start(),
    },
    hangs: {
      begin: async () => all.pair.primary.freeze(),
      end: async () => all.pair.primary.thaw(),
    },
  };

  it.each(Object.keys(faults) as (keyof typeof faults)[])(
    '%s, the right PIN opens the page and its PDF, a wrong one does not, and each opening is recorded and notified once afterwards [C-01]',
    async (name) => {
      await all.ready();
      const reader = await openedAt(all.apps[1]!, who);
      const path = `/acp-login/${who.shareId}`;
      expect((await reader.fetch(`${path}/plan.pdf`)).status).toBe(200);
      // The jobs of all openings before are done.
      const opened = countOf(await openingsOf());
      await expect.poll(notified).toBe(opened);
      const before = { openings: await openingsOf(), notified: await notified() };
      await caughtUp(all.pair);
      await faults[name].begin();
      try {
        const from = Date.now();
        const page = await reader.fetch(path);
        expect([page.status, (await page.text()).includes('/plan.pdf?language=')]).toEqual([200, true]);
        expect(Date.now() - from).toBeLessThan(firstMs);
        const pdf = await reader.fetch(`${path}/plan.pdf`);
        expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
        for (const { url } of all.apps) {
          expect((await typePin(new TestClient(url), who.shareId, wrongPin(who.pin))).status).toBe(403);
          // The wait after a wrong PIN is kept in the process.
          expect((await typePin(new TestClient(url), who.shareId, who.pin)).status).toBe(429);
        }
        const [first, second] = all.apps;
        expect(await readyOf(first!)).toMatchObject({ ok: true, replica: 'serving' });
        const metrics = await second!.application.metrics.text();
        expect(metrics).toContain('wattle_replica_serving 1');
        expect(metrics).toMatch(/wattle_replica_answers_total\{kind="pdf"\} [1-9]/);
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        const started = Date.now();
        for (const app of all.apps) await openedAt(app, who);
        expect(Date.now() - started).toBeLessThan(2_000);
      } finally {
        await faults[name].end();
      }
      await all.ready();
      expect(await readyOf(all.apps[0]!)).toEqual({ ok: true, database: 'ok', replica: 'ok' });
      await expect.poll(openingsOf).toContainEqual({ late: true, count: expect.any(Number) });
      await expect
        .poll(async () => countOf(await openingsOf()) - countOf(before.openings), { timeout: 20_000 })
        .toBe(2);
      await expect.poll(async () => (await notified()) - before.notified, { timeout: 20_000 }).toBe(2);
      // Nothing arrives later.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expect([
        countOf(await openingsOf()) - countOf(before.openings),
        (await notified()) - before.notified,
      ]).toEqual([2, 2]);
      expect(all.lines).toContain(
        'The primary database does not answer: emergency pages are read from the replica.',
      );
      expect(all.lines.join('\n')).toMatch(
        /The primary database answers again after \d+ seconds\. From the replica: 1 pages, 2 PDFs/,
      );
    },
    60_000,
  );
});
