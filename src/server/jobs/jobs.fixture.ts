import { expect, vi } from 'vitest';
import { person } from '../../../testing/people.ts';
import type { TestServices } from '../../../testing/services.ts';
import { issueToken } from '../features/sign-in/api.ts';
import { MailError, type Mail, type Mailer } from '../ports/mail/port.ts';
import { startJobs, type Jobs } from './jobs.ts';

/** Creates a mail server that can be made unavailable. */
export function mailServer() {
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

/** Waits until a condition holds, checking twenty times a second, for at most 15 seconds by default. */
export const waitFor = (what: () => unknown, timeout = 15_000) => vi.waitFor(what, { timeout, interval: 50 });

/** Starts jobs on the services that the current test uses, with helpers for the tests of this folder. */
export function jobsOn(current: () => TestServices) {
  const running: Jobs[] = [];
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);

  async function start(mailer: Mailer, on = current()): Promise<Jobs> {
    const jobs = await startJobs({ services: on.services, mailer, pool: on.pool, log });
    running.push(jobs);
    return jobs;
  }

  /** Stops everything that was started and clears the log. */
  async function stop(): Promise<void> {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    lines.length = 0;
  }

  const leave = (type: string, payload: Record<string, unknown>) =>
    current()
      .services.db.insertInto('outbox')
      .values({ type, payload: JSON.stringify(payload) })
      .execute();

  const waiting = async () =>
    (await current().services.db.selectFrom('outbox').select('id').execute()).length;

  const allDone = (queue: string) =>
    waitFor(async () => {
      const { rows } = await current().pool.query('select distinct state from jobs.job where name = $1', [
        queue,
      ]);
      expect(rows).toEqual([{ state: 'completed' }]);
    });

  async function signedUp(): Promise<string> {
    const { userId } = await person(current().services, { firstName: 'Margaret' });
    await issueToken(current().services.db, new Date(), 'verify-email', userId);
    await current().services.db.deleteFrom('outbox').execute();
    await leave('account.verification-wanted', { user_id: userId });
    return userId;
  }

  return { running, lines, log, start, stop, leave, waiting, allDone, signedUp };
}
