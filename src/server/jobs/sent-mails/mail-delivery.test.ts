import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { MailError } from '../../ports/mail/port.ts';
import { jobsOn, mailServer, waitFor } from '../jobs.fixture.ts';

describe('after a commit', () => {
  let test: TestServices;
  const { running, lines, start, stop, leave, waiting, allDone, signedUp } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('sends a mail at once, and once [EVERIFY-01]', async () => {
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

  it('sends the mails that a process left when it died [fault 13]', async () => {
    await signedUp();
    const { state, mailer } = mailServer();
    await start(mailer);
    await waitFor(() => expect(state.sent).toHaveLength(1));
  });

  it('retries while the mail server is unavailable, and sends once when it is back [fault 13]', async () => {
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

  it('waits no longer than half a minute between attempts, however long the outage was [fault 13]', async () => {
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

  it('does not delay notifications behind waiting mails [fault 13]', async () => {
    const { state, mailer } = mailServer();
    state.up = false;
    const { services } = test;
    const staff = await person(services, { role: 'admin' });
    const customer = await person(services, {});
    for (let count = 0; count < 30; count += 1) await leave('account.verified', { user_id: customer.userId });
    await leave('acp.completed', { user_id: customer.userId, plan_version: 1 });
    await start(mailer);
    await waitFor(async () => {
      const notices = await services.db
        .selectFrom('notifications')
        .select('template')
        .where('receiver_id', '=', staff.userId)
        .execute();
      expect(notices).toEqual([{ template: 'ACP_COMPLETED' }]);
    });
    expect(state.sent).toEqual([]);
  });

  it('gives up a mail that the mail server refuses permanently', async () => {
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

  it('sends a mail at most twice when a process dies between sending and recording [fault 13]', async () => {
    const { state, mailer } = mailServer();
    let dying = true;
    const services = { ...test.services };
    // The first process sends, and then its database is unavailable.
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

  it('recovers without help after every database connection was cut [fault 2]', async () => {
    const { state, mailer } = mailServer();
    const jobs = await start(mailer);
    const admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    // The test's own calls use cut connections too; only the work after them is tested.
    await waitFor(() => test.services.db.selectFrom('users').select('id').execute());
    await pause(500);
    await signedUp();
    jobs.wake();
    await waitFor(() => expect(state.sent).toHaveLength(1), 20_000);
  }, 40_000);

  it('sends no link that was used or expired meanwhile [security 16]', async () => {
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

  it('lets running mails finish when it is stopped', async () => {
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
    running.length = 0;
    expect(state.sent).toHaveLength(1);
  });
});
