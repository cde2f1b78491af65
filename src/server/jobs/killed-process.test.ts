import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { handlersOf } from './events/handlers.ts';
import { jobsOn, mailServer, waitFor } from './jobs.fixture.ts';
import { openQueue, queueNames, takenUpWithin } from './queue.ts';
import { startRelay } from './events/relay.ts';

describe('a job of a killed process', () => {
  let test: TestServices;
  const { log, start, stop, signedUp } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('waits at most thirty seconds in the queues of mails and notices [R-17] [fault 1]', async () => {
    const boss = await openQueue(test.pool, log);
    const queues = await boss.getQueues([...queueNames]);
    await boss.stop({ graceful: false });
    const settings = new Map(queues.map((queue) => [queue.name, queue]));
    for (const name of ['mails', 'notices'] as const) {
      expect(takenUpWithin(name)).toBeLessThanOrEqual(30);
      expect(settings.get(name)).toMatchObject({ heartbeatSeconds: 10, retryDelay: 2 });
    }
    expect(settings.get('exports')?.expireInSeconds).toBeGreaterThanOrEqual(600);
  });

  it('is run by another process, also a mail that was being sent [R-17] [fault 1]', async () => {
    const userId = await signedUp();
    const boss = await openQueue(test.pool, log);
    const relay = startRelay({ db: test.services.db, boss, handlersOf, jobsWaiting: () => {}, log });
    await relay.drain();
    await relay.stop();
    // The state after a process that took a job and then sent no heartbeat.
    expect(await boss.fetch('mails', { batchSize: 10 })).toHaveLength(1);
    await boss.stop({ graceful: false });
    const { state, mailer } = mailServer();
    await start(mailer);
    // Twice the time, for a busy machine: without heartbeats it would be two minutes and more.
    await waitFor(() => expect(state.sent).toHaveLength(1), 2 * takenUpWithin('mails') * 1_000);
    const { rows } = await test.pool.query(
      `select data->'payload'->>'user_id' as user_id, retry_count from jobs.job where name = 'mails'`,
    );
    expect(rows).toEqual([{ user_id: userId, retry_count: 1 }]);
  }, 90_000);

  it('is distinguished from a job that takes long: its process sends heartbeats, and it is started once [R-17]', async () => {
    const { state, mailer } = mailServer();
    let begun = 0;
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    await signedUp();
    await start({
      ...mailer,
      async send(mail) {
        begun += 1;
        await held;
        await mailer.send(mail);
      },
    });
    await waitFor(() => expect(begun).toBe(1));
    // Simulates a job that started long ago. Only the last heartbeat counts.
    await test.pool.query(
      `update jobs.job set started_on = started_on - interval '60 seconds' where name = 'mails'`,
    );
    const signs = new Set<string>();
    await waitFor(async () => {
      const { rows } = await test.pool.query(
        `select state, retry_count, heartbeat_on::text as sign from jobs.job where name = 'mails'`,
      );
      expect(rows).toMatchObject([{ state: 'active', retry_count: 0 }]);
      signs.add(rows[0].sign);
      expect(signs.size).toBeGreaterThanOrEqual(4);
    }, 40_000);
    finish();
    await waitFor(() => expect(state.sent).toHaveLength(1));
    expect(begun).toBe(1);
  }, 60_000);
});
