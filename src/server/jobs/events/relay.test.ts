import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import { jobsOn, mailServer, waitFor } from '../jobs.fixture.ts';
import { openQueue } from '../queue.ts';
import { startRelay } from './relay.ts';

describe('after a commit', () => {
  let test: TestServices;
  const { lines, log, start, stop, leave, waiting } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('dispatches every event exactly once with several processes [fault 23]', async () => {
    const boss = await openQueue(test.pool, log);
    const second = connectDatabase({ url: test.url });
    const handlersOf = () => [{ handler: 'mail', queue: 'mails' as const }];
    const relays = [test.services.db, second.db, test.services.db].map((db) =>
      startRelay({ db, boss, handlersOf, jobsWaiting: () => {}, log, intervalMs: 100_000 }),
    );
    await test.services.db
      .insertInto('outbox')
      .values(
        Array.from({ length: 750 }, (_, number) => ({
          type: 'some.event',
          payload: JSON.stringify({ number }),
        })),
      )
      .execute();
    await Promise.all([...relays, ...relays].map((relay) => relay.drain()));
    await Promise.all(relays.map((relay) => relay.stop()));
    const { rows } = await test.pool.query(
      `select count(*) as all, count(distinct data->'payload'->>'number') as events from jobs.job where name = 'mails'`,
    );
    expect(rows).toEqual([{ all: 750, events: 750 }]);
    expect(await waiting()).toBe(0);
    await boss.stop({ graceful: false });
    await second.close();
  });

  it('moves many events in batches by their key, and misses none that was committed late [R-16]', async () => {
    const boss = await openQueue(test.pool, log);
    const { db } = test.services;
    await test.pool.query(
      `insert into outbox (type, payload) select 'some.event', jsonb_build_object('number', n) from generate_series(1, 2000) n`,
    );
    const late = await test.pool.connect();
    await late.query('begin');
    await late.query('select 1 from outbox where id in (1, 2) for update');
    const batches: number[] = [];
    const relay = startRelay({
      db,
      boss: {
        async insert(...call) {
          batches.push(call[1].length);
          // Kept locked while the first batches run, which skip these rows.
          if (batches.length === 10) await late.query('commit');
          return boss.insert(...call);
        },
      },
      handlersOf: () => [{ handler: 'mail', queue: 'mails' }],
      jobsWaiting: () => {},
      log,
      intervalMs: 100_000,
    });
    await relay.drain();
    await waitFor(async () => expect(await waiting()).toBe(0));
    expect(batches.reduce((sum, each) => sum + each, 0)).toBe(2_000);
    expect(Math.max(...batches)).toBe(100);
    // Locked rows are found by one more scan from the start, not by one scan for each.
    expect(batches.length).toBeLessThan(26);
    await relay.stop();
    late.release();
    await boss.stop({ graceful: false });
  });

  it('loses nothing when it dies in the middle of dispatching [fault 1]', async () => {
    const boss = await openQueue(test.pool, log);
    const insert = vi.fn<typeof boss.insert>(async (...call) => {
      await boss.insert(...call);
      throw new Error('the process died here');
    });
    const relay = startRelay({
      db: test.services.db,
      boss: { insert },
      handlersOf: () => [{ handler: 'mail', queue: 'mails' }],
      jobsWaiting: () => {},
      log,
      intervalMs: 100_000,
    });
    await leave('some.event', {});
    await expect(relay.drain()).rejects.toThrow('the process died here');
    expect(await waiting()).toBe(1);
    const { rows } = await test.pool.query(`select count(*) as jobs from jobs.job where name = 'mails'`);
    expect(rows).toEqual([{ jobs: 0 }]);
    await relay.stop();
    await boss.stop({ graceful: false });
  });

  it('drops events without a handler, and does not fail on an event without a person', async () => {
    const { state, mailer } = mailServer();
    await start(mailer);
    await leave('acp.saved', { user_id: 'x' });
    await leave('account.verified', { user_id: '00000000-0000-4000-8000-000000000000' });
    await waitFor(async () => expect(await waiting()).toBe(0));
    await pause(500);
    expect(state.tries).toBe(0);
    expect(lines).toEqual([]);
  });
});
