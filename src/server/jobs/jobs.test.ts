import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { person, provider } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { connectDatabase } from '../db/connect.ts';
import { issueToken } from '../features/accounts/tokens.ts';
import { MailError, type Mail, type Mailer } from '../ports/mail/port.ts';
import { cleanUp } from './cleanup.ts';
import { startJobs, type Jobs } from './jobs.ts';
import { openQueue } from './queue.ts';
import { startRelay } from './relay.ts';

/** A mail server that can be away. */
function mailServer() {
  const state = { up: true, tries: 0, sent: [] as Mail[] };
  const mailer: Mailer = {
    async send(mail) {
      state.tries += 1;
      if (!state.up) throw new MailError('away', { permanent: false });
      state.sent.push(mail);
    },
    close: async () => {},
  };
  return { state, mailer };
}

const waitFor = (what: () => unknown, timeout = 15_000) => vi.waitFor(what, { timeout, interval: 50 });

describe('after a commit', () => {
  let test: TestServices;
  let running: Jobs[];
  let lines: string[];
  const log = (line: string) => void lines.push(line);

  beforeEach(async () => {
    test = await startServices();
    running = [];
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()));
    await test.close();
  });

  async function start(mailer: Mailer, on = test): Promise<Jobs> {
    const jobs = await startJobs({ services: on.services, mailer, pool: on.pool, log });
    running.push(jobs);
    return jobs;
  }

  const leave = (type: string, payload: Record<string, unknown>) =>
    test.services.db
      .insertInto('outbox')
      .values({ type, payload: JSON.stringify(payload) })
      .execute();

  const waiting = async () => (await test.services.db.selectFrom('outbox').select('id').execute()).length;

  const allDone = (queue: string) =>
    waitFor(async () => {
      const { rows } = await test.pool.query('select distinct state from jobs.job where name = $1', [queue]);
      expect(rows).toEqual([{ state: 'completed' }]);
    });

  async function signedUp(): Promise<string> {
    const { userId } = await person(test.services, { firstName: 'Margaret' });
    await issueToken(test.services.db, new Date(), 'verify-email', userId);
    await test.services.db.deleteFrom('outbox').execute();
    await leave('account.verification-wanted', { user_id: userId });
    return userId;
  }

  it('mails at once, and once [EVERIFY-01]', async () => {
    const { state, mailer } = mailServer();
    const jobs = await start(mailer);
    await signedUp();
    const begin = performance.now();
    jobs.wake();
    await waitFor(() => expect(state.sent).toHaveLength(1));
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect(state.sent[0]?.subject).toBe('Check your email address for Wattle');
    await pause(300);
    expect(state.sent).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('mails what was left by a process that died before it could [fault 13]', async () => {
    await signedUp();
    const { state, mailer } = mailServer();
    await start(mailer);
    await waitFor(() => expect(state.sent).toHaveLength(1));
  });

  it('keeps trying while the mail server is away, and mails once when it is back [fault 13]', async () => {
    const { state, mailer } = mailServer();
    state.up = false;
    await start(mailer);
    await signedUp();
    await waitFor(() => expect(state.tries).toBeGreaterThanOrEqual(2), 30_000);
    state.up = true;
    await waitFor(() => expect(state.sent).toHaveLength(1), 30_000);
    await pause(300);
    expect(state.sent).toHaveLength(1);
    expect(lines.join('\n')).toContain('is tried again: account.verification-wanted/mail');
    expect(lines.join('\n')).not.toMatch(/Margaret|@test\.example/);
  }, 70_000);

  it('waits no longer than half a minute between tries, however long the outage was [fault 13]', async () => {
    const { state, mailer } = mailServer();
    state.up = false;
    await start(mailer);
    await signedUp();
    await waitFor(() => expect(state.tries).toBe(1));
    const { pool } = test;
    await waitFor(async () => {
      const { rowCount } = await pool.query(
        `update jobs.job set retry_count = 60, start_after = now() where name = 'mails' and state = 'retry'`,
      );
      expect(rowCount).toBe(1);
    });
    await waitFor(() => expect(state.tries).toBe(2));
    await waitFor(async () => {
      const { rows } = await pool.query(
        `select extract(epoch from start_after - now())::float as wait from jobs.job where name = 'mails' and state = 'retry' and retry_count > 60`,
      );
      expect(rows[0].wait).toBeLessThanOrEqual(30);
      expect(rows[0].wait).toBeGreaterThan(5);
    });
  }, 30_000);

  it('does not let mails that wait hold up notifications [fault 13]', async () => {
    const { state, mailer } = mailServer();
    state.up = false;
    const { services } = test;
    const staff = await person(services, { role: 'admin' });
    const customer = await person(services, {});
    for (let count = 0; count < 30; count += 1) await leave('account.verified', { user_id: customer.userId });
    await leave('acp.completed', { user_id: customer.userId, plan_version: 1 });
    await start(mailer);
    await waitFor(async () => {
      const told = await services.db
        .selectFrom('notifications')
        .select('template')
        .where('receiver_id', '=', staff.userId)
        .execute();
      expect(told).toEqual([{ template: 'ACP_COMPLETED' }]);
    });
    expect(state.sent).toEqual([]);
  });

  it('gives up a mail that the mail server refuses for good', async () => {
    const { mailer } = mailServer();
    let tries = 0;
    await start({
      ...mailer,
      send: async () => {
        tries += 1;
        throw new MailError('refused', { permanent: true });
      },
    });
    await signedUp();
    await waitFor(() => expect(lines.join()).toContain('refused a mail for good'));
    await allDone('mails');
    expect(tries).toBe(1);
  });

  it('sends a mail at most twice when a process dies between sending and remembering [fault 13]', async () => {
    const { state, mailer } = mailServer();
    let dying = true;
    const services = { ...test.services };
    // The first process sends, and then its database is gone.
    const broken = new Proxy(test.services.db, {
      get(db, name) {
        if (name === 'insertInto') {
          return (table: 'sent_messages') => {
            if (dying && table === 'sent_messages') throw new Error('the process died here');
            return db.insertInto(table);
          };
        }
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    await start(mailer, { ...test, services: { ...services, db: broken } });
    await signedUp();
    await waitFor(() => expect(state.sent).toHaveLength(1));
    await waitFor(() => expect(lines.join()).toContain('is tried again'), 15_000);
    dying = false;
    await allDone('mails');
    expect(state.sent).toHaveLength(2);
    expect(new Set(state.sent.map(({ messageId }) => messageId)).size).toBe(1);
  }, 60_000);

  it('hands every event over exactly once when several processes do it [fault 23]', async () => {
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

  it('loses nothing when it dies in the middle of a hand-over [fault 1]', async () => {
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

  it('goes on by itself after every connection to the database was cut [fault 2]', async () => {
    const { state, mailer } = mailServer();
    const jobs = await start(mailer);
    const admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    // The test's own calls meet cut connections too; what is tested is what goes on behind them.
    await waitFor(() => test.services.db.selectFrom('users').select('id').execute());
    await pause(500);
    await signedUp();
    jobs.wake();
    await waitFor(() => expect(state.sent).toHaveLength(1), 20_000);
  }, 40_000);

  it('drops events that nobody listens to, and does not fail on an event about nobody', async () => {
    const { state, mailer } = mailServer();
    await start(mailer);
    await leave('acp.saved', { user_id: 'x' });
    await leave('account.verified', { user_id: '00000000-0000-4000-8000-000000000000' });
    await waitFor(async () => expect(await waiting()).toBe(0));
    await pause(500);
    expect(state.tries).toBe(0);
    expect(lines).toEqual([]);
  });

  it('mails no link that was used or ran out meanwhile [security 16]', async () => {
    const { state, mailer } = mailServer();
    const userId = await signedUp();
    await test.services.db
      .updateTable('one_time_tokens')
      .set({ used_at: new Date() })
      .where('user_id', '=', userId)
      .execute();
    await start(mailer);
    await waitFor(async () => expect(await waiting()).toBe(0));
    await pause(800);
    expect(state.tries).toBe(0);
  });

  it('lets running mails end when it is stopped', async () => {
    const { state, mailer } = mailServer();
    const jobs = await start({
      ...mailer,
      async send(mail) {
        await pause(700);
        await mailer.send(mail);
      },
    });
    await signedUp();
    jobs.wake();
    await pause(300);
    await jobs.stop();
    running = [];
    expect(state.sent).toHaveLength(1);
  });

  it('tells the owner and the decision makers who said yes of an opened emergency page [EMERG-05]', async () => {
    const { state, mailer } = mailServer();
    const { services } = test;
    const contact = { phone: '0491 570 006', relationship: 'Son' };
    const { userId, email } = await person(services, {
      firstName: 'Lin Mei',
      lastName: 'Chen',
      language: 'zh',
      contacts: [
        {
          ...contact,
          name: '陈伟',
          email: 'yes@test.example',
          substitutedDecisionMaker: true,
          accepted: true,
        },
        { ...contact, name: 'Pending', email: 'pending@test.example', substitutedDecisionMaker: true },
        { ...contact, name: 'Friend', email: 'friend@test.example', accepted: true },
      ],
    });
    await leave('emergency.opened', { user_id: userId, at: '2026-11-20T22:05:00.000Z', version: 3 });
    await start(mailer);
    await waitFor(() => expect(state.sent).toHaveLength(2));
    const owner = state.sent.find((mail) => mail.to === email);
    const contactMail = state.sent.find((mail) => mail.to === 'yes@test.example');
    expect(owner?.subject).toBe('您的 Wattle 急救页面被打开');
    // Melbourne is eleven hours ahead in November.
    expect(owner?.plain).toContain('2026年11月21日 09:05');
    expect(contactMail?.subject).toBe('Lin Mei Chen的急救页面被打开');
    expect(contactMail?.html).toContain('Someone opened the emergency page of Lin Mei Chen');
    expect(contactMail?.html).toMatch(/<p\s+lang="en-AU"/);
    await waitFor(async () => {
      const told = await services.db
        .selectFrom('notifications')
        .select(['template', 'receiver_id', 'metadata', 'user_id'])
        .execute();
      expect(told).toEqual([
        { template: 'ACP_OPENED', receiver_id: userId, metadata: { version: 3 }, user_id: userId },
      ]);
    });
  });

  it('tells the staff of the provider, of those above it, and the administrators, once [NOTIF-12]', async () => {
    const { mailer } = mailServer();
    const { services } = test;
    const { db } = services;
    const top = await provider(services, 'Top');
    const house = await provider(services, 'House');
    const elsewhere = await provider(services, 'Elsewhere');
    await db
      .updateTable('providers')
      .set({ parent_id: top, provider_root_id: top, path: [top, house] })
      .where('id', '=', house)
      .execute();
    const admins = [await person(services, { role: 'admin' }), await person(services, { role: 'tlcadmin' })];
    const nurse = await person(services, { role: 'providerview', providerId: house });
    const head = await person(services, { role: 'provideradmin', providerId: top });
    const gone = await person(services, { role: 'provideradmin', providerId: house });
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.userId).execute();
    await person(services, { role: 'provideradmin', providerId: elsewhere });
    const customer = await person(services, { providerId: house });
    await db.deleteFrom('outbox').execute();
    await leave('acp.updated', { user_id: customer.userId, plan_version: 2 });
    await start(mailer);
    const expected = [...admins, nurse, head].map(({ userId }) => userId).toSorted();
    await waitFor(async () => {
      const told = await db
        .selectFrom('notifications')
        .select(['receiver_id', 'template', 'metadata'])
        .execute();
      expect(told.map(({ receiver_id }) => receiver_id).toSorted()).toEqual(expected);
      expect(
        new Set(told.map(({ template, metadata }) => `${template} ${JSON.stringify(metadata)}`)),
      ).toEqual(new Set(['ACP_UPDATED {"plan_version":2}']));
    });
    // The same job once more, as after a process that died before it could say that it was done.
    await test.pool.query(
      `update jobs.job set state = 'retry', start_after = now(), completed_on = null where name = 'notices'`,
    );
    await allDone('notices');
    expect(await db.selectFrom('notifications').select('id').execute()).toHaveLength(expected.length);
  });
});

describe('the nightly clean-up', () => {
  it('deletes what has had its day and keeps the rest', async () => {
    const test = await startServices();
    const { services } = test;
    const { db } = services;
    const { userId } = await person(services, {});
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const hash = (text: string) => Buffer.from(text);
    for (const hours of [1, 25]) {
      await db
        .insertInto('idempotency_keys')
        .values({
          actor_id: 'a',
          operation: 'o',
          key: `key-${hours}`,
          request_hash: hash('x'),
          answer_sealed: hash('x'),
          created_at: ago(hours),
        })
        .execute();
      await db
        .insertInto('attempts')
        .values({ scope: 's', subject_hash: hash('x'), at: ago(hours) })
        .execute();
      await db
        .insertInto('one_time_tokens')
        .values({ purpose: 'verify-email', user_id: userId, expires_at: ago(hours), used_at: null })
        .execute();
      await db
        .insertInto('sent_messages')
        .values({ message_id: `m-${hours}`, sent_at: ago(hours * 24 * 3) })
        .execute();
    }
    for (const [name, idle, absolute] of [
      ['living', -1, -1],
      ['idle', 1, -1],
      ['old', -1, 1],
    ] as const) {
      await db
        .insertInto('sessions')
        .values({
          token_hash: hash(name),
          user_id: userId,
          acting_staff_id: null,
          user_agent: null,
          idle_expires_at: ago(idle),
          absolute_expires_at: ago(absolute),
        })
        .execute();
    }
    await cleanUp(services);
    await cleanUp(services);
    const count = async (table: string) =>
      Number(
        (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n,
      );
    for (const table of ['idempotency_keys', 'attempts', 'one_time_tokens', 'sent_messages', 'sessions'])
      expect([table, await count(table)]).toEqual([table, 1]);
    await test.close();
  });
});
