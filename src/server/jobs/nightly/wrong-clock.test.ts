import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, password, person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { daysAfter, melbourneDate } from '../../../domain/fields.ts';
import { byDatabaseClock } from '../../db/clock.ts';
import { requestDeletion } from '../../features/privacy/deletion/deletion-operations.ts';
import { requestDataExport } from '../../features/privacy/copy/export-operations.ts';
import type { Services } from '../../pipeline/context.ts';
import { startSession } from '../../features/sessions/api.ts';
import { jobsOn, mailServer, waitFor } from '../jobs.fixture.ts';
import { makeExport } from '../../features/privacy/jobs.ts';
import { dueDay } from './nightly-tasks.ts';
import { nightlyTasks } from './nightly-work.ts';

const day = 24 * 60 * 60_000;

describe('a server whose clock is wrong', () => {
  let test: TestServices;
  const { lines, start, stop } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  /** Returns the same services on a machine whose clock is some days ahead, or behind. */
  const shifted = (days: number) => ({
    ...test,
    services: { ...test.services, clock: () => new Date(Date.now() + days * day) },
  });

  const runDays = async () =>
    (await test.pool.query('select task, night, done_at from nights order by task')).rows as {
      task: string;
      night: string;
      done_at: Date | null;
    }[];

  const names = nightlyTasks({} as Services, () => {}).map(({ name }) => name);
  const setRunDays = (night: string) =>
    test.pool.query(
      `insert into nights select unnest($1::text[]), $2, now(), now()
        on conflict (task) do update set night = excluded.night, done_at = now(), claimed_until = now()`,
      [names, night],
    );

  async function someoneLeaving() {
    const who = await person(test.services);
    await test.pool.query('update users set delete_on = $2 where id = $1', [
      who.userId,
      daysAfter(melbourneDate(new Date()), 30),
    ]);
    await startSession(test.services.db, new Date(), { id: who.userId, role: 'user' }, 'a browser');
    await test.pool.query(`insert into attempts values ('sign-in:account', 'recent', now())`);
  }

  const left = async () =>
    (
      await test.pool.query(`select (select count(*)::int from users where delete_on is not null) as people,
        (select count(*)::int from sessions) as sessions, (select count(*)::int from attempts) as attempts`)
    ).rows[0];

  it.each([35, -35, 0.01])(
    'by %d days deletes nothing, ends no session, claims no nightly task, and logs it [R-12] [fault 17]',
    async (days) => {
      await someoneLeaving();
      await setRunDays('2026-01-01');
      await start(mailServer().mailer, shifted(days));
      await waitFor(() => expect(lines.join('\n')).toContain('The nightly work waits: the clock'));
      expect(lines.join('\n')).toMatch(/is \d+ seconds (ahead of|behind) the database's/);
      expect(await left()).toEqual({ people: 1, sessions: 1, attempts: 1 });
      expect((await runDays()).map(({ night }) => night)).toEqual(names.map(() => '2026-01-01'));
      await start(mailServer().mailer);
      const due = dueDay(new Date());
      await waitFor(async () =>
        expect((await runDays()).map(({ night, done_at }) => [night, done_at !== null])).toEqual(
          names.map(() => [due, true]),
        ),
      );
      expect(await left()).toEqual({ people: 1, sessions: 1, attempts: 1 });
    },
  );

  it('and that claimed the nightly tasks of the next month does not block them: each runs again by the right clock [R-12] [fault 17]', async () => {
    const { pool } = test;
    await setRunDays(daysAfter(dueDay(new Date()), 35));
    await pool.query(`insert into attempts values ('sign-in:account', 'old', now() - interval '2 days')`);
    await start(mailServer().mailer);
    const due = dueDay(new Date());
    await waitFor(async () =>
      expect((await runDays()).map(({ night, done_at }) => [night, done_at !== null])).toEqual(
        names.map(() => [due, true]),
      ),
    );
    expect((await pool.query('select * from attempts')).rows).toEqual([]);
  });

  it('and behind deletes no account before thirty days are over [R-12] [D-19]', async () => {
    const who = await person(test.services);
    const context = contextFor(shifted(-35).services, who.actor);
    const { delete_on } = await requestDeletion.call(context, { confirm: 'DELETE', password });
    expect(delete_on).toBe(daysAfter(melbourneDate(new Date()), 30));
  });

  it('does not give up a copy of data whose first attempt failed [R-12] [D-19]', async () => {
    const who = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const { id } = await requestDataExport.call(contextFor(test.services, who.actor), { password });
    await expect(makeExport(shifted(35).services, id)).rejects.toThrow('make no PDF');
    const { rows } = await test.pool.query('select status from data_exports');
    expect(rows).toEqual([{ status: 'waiting' }]);
  });

  it('uses the database’s clock for expiry [R-12]', async () => {
    const { clock } = await byDatabaseClock(shifted(35).services);
    expect(Math.abs(clock().getTime() - Date.now())).toBeLessThan(60_000);
  });
});
