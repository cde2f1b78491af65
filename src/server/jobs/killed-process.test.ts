import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { handlersOf } from './handlers.ts';
import { jobsOn, mailServer, waitFor } from './jobs.fixture.ts';
import { openQueue, queueNames, takenUpWithin } from './queue.ts';
import { startRelay } from './relay.ts';

describe('a job of a process that was killed', () => {
  let test: TestServices;
  const { log, start, stop, signedUp } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('waits at most thirty seconds where mails and notices are concerned [R-17] [fault 1]', async () => {
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

  it('is done by another process, a mail in the middle of its sending too [R-17] [fault 1]', async () => {
    const userId = await signedUp();
    const boss = await openQueue(test.pool, log);
    const relay = startRelay({ db: test.services.db, boss, handlersOf, jobsWaiting: () => {}, log });
    await relay.drain();
    await relay.stop();
    // What a process leaves that took a job and then gave no sign of life.
    expect(await boss.fetch('mails', { batchSize: 10 })).toHaveLength(1);
    await boss.stop({ graceful: false });
    const { state, mailer } = mailServer();
    await start(mailer);
    // Twice the time, for a machine that is busy: without signs of life it is two minutes and more.
    await waitFor(() => expect(state.sent).toHaveLength(1), 2 * takenUpWithin('mails') * 1_000);
    const { rows } = await test.pool.query(
      `select data->'payload'->>'user_id' as user_id, retry_count from jobs.job where name = 'mails'`,
    );
    expect(rows).toEqual([{ user_id: userId, retry_count: 1 }]);
  }, 90_000);

  it('is no job that merely takes long: its process gives signs of life, and it is begun once [R-17]', async () => {
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
    // As if it had begun long ago. The next sign of life is what counts.
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
