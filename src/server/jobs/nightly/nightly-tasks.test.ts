import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import { startJobs } from '../jobs.ts';
import { dueDay, startNightlyTasks, type NightlyTasks, type NightlyTask } from './nightly-tasks.ts';

describe('the date of the nightly run that is due', () => {
  it('begins at half past three in Melbourne, also on the days when the clocks change [fault 17]', () => {
    const dueAt = (iso: string) => dueDay(new Date(iso));
    expect(dueAt('2026-11-20T16:29:59Z')).toBe('2026-11-20');
    expect(dueAt('2026-11-20T16:30:00Z')).toBe('2026-11-21');
    expect(dueAt('2026-11-21T16:29:59Z')).toBe('2026-11-21');
    // Spring: on 4 October 2026 there is no hour from two to three in the morning.
    expect(dueAt('2026-10-03T16:29:59Z')).toBe('2026-10-03');
    expect(dueAt('2026-10-03T16:30:00Z')).toBe('2026-10-04');
    // Autumn: on 4 April 2027 there are two hours from two to three in the morning.
    expect(dueAt('2027-04-03T17:29:59Z')).toBe('2027-04-03');
    expect(dueAt('2027-04-03T17:30:00Z')).toBe('2027-04-04');
  });
});

describe('a nightly task', () => {
  let test: TestServices;
  let running: NightlyTasks[];
  let lines: string[];
  let now: Date;
  const evening = new Date('2026-11-20T10:00:00Z');
  const due = new Date('2026-11-20T16:31:00Z');
  const noon = new Date('2026-11-21T01:00:00Z');

  beforeEach(async () => {
    test = await startServices();
    [running, lines, now] = [[], [], evening];
  });
  afterEach(async () => {
    await Promise.all(running.map((nightly) => nightly.stop()));
    await test.close();
  });

  const task = (name: string, run: () => Promise<unknown>): NightlyTask => ({
    name,
    failed: `${name} failed`,
    run,
  });

  /** Starts the nightly tasks of a server process, which checks once at its start and then only when the test calls `runDue`. */
  async function start(tasks: readonly NightlyTask[], db = test.services.db): Promise<NightlyTasks> {
    const log = (line: string) => void lines.push(line);
    const readTime = async () => now;
    const nightly = startNightlyTasks({ db, tasks, log, now: () => now, readTime, intervalMs: 1_000_000 });
    running.push(nightly);
    await nightly.runDue();
    return nightly;
  }

  const counted = () => {
    const run = vi.fn(async () => {});
    return { run, tasks: [task('sweep', run)] };
  };

  it('is not due in a new database, and runs once on the next date [fault 17]', async () => {
    const { run, tasks } = counted();
    const nightly = await start(tasks);
    expect(run).toHaveBeenCalledTimes(0);
    now = due;
    for (let time = 0; time < 3; time += 1) await nightly.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    now = noon;
    await nightly.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    now = new Date(due.getTime() + 24 * 60 * 60_000);
    await nightly.runDue();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('runs at the start after a missed date, once for several missed dates [fault 23]', async () => {
    const { run, tasks } = counted();
    await (await start(tasks)).stop();
    now = new Date(noon.getTime() + 3 * 24 * 60 * 60_000);
    await start(tasks);
    expect(run).toHaveBeenCalledTimes(1);
    // Two restarts on the same day.
    await start(tasks);
    await start(tasks);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs in one of several processes, whether they check at the same moment or start one after another [fault 23]', async () => {
    const others = [1, 2, 3].map(() => connectDatabase({ url: test.url }));
    const { run, tasks } = counted();
    const all = [];
    for (const { db } of others) all.push(await start(tasks, db));
    now = due;
    await Promise.all(all.map((nightly) => nightly.runDue()));
    await Promise.all(all.map((nightly) => nightly.runDue()));
    expect(run).toHaveBeenCalledTimes(1);
    await start(tasks);
    expect(run).toHaveBeenCalledTimes(1);
    await Promise.all(running.map((nightly) => nightly.stop()));
    await Promise.all(others.map(({ close }) => close()));
  });

  it('is claimed by another process when the process that had it died, and not before [fault 23]', async () => {
    let finish = () => {};
    const stuck = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { run, tasks } = counted();
    const first = await start([task('sweep', stuck)]);
    const second = await start(tasks);
    now = due;
    void first.runDue();
    await vi.waitFor(() => expect(stuck).toHaveBeenCalledTimes(1));
    await second.runDue();
    expect(run).toHaveBeenCalledTimes(0);
    // No heartbeat for longer than a claim holds.
    await test.pool.query("update nights set claimed_until = now() - interval '1 second'");
    await second.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    await first.runDue();
    expect(stuck).toHaveBeenCalledTimes(1);
  });

  it('that fails is logged with its error code, blocks no other task, and is retried after some minutes until it succeeds', async () => {
    let broken = true;
    const sweep = vi.fn(async () => {
      if (broken) throw Object.assign(new Error('ann@home.example'), { code: '57P01' });
    });
    const { run } = counted();
    const nightly = await start([task('sweep', sweep), task('count', run)]);
    now = due;
    await nightly.runDue();
    await nightly.runDue();
    expect([sweep.mock.calls.length, run.mock.calls.length]).toEqual([1, 1]);
    expect(lines).toEqual(['sweep failed (57P01).']);
    broken = false;
    await test.pool.query("update nights set claimed_until = now() - interval '1 second'");
    await nightly.runDue();
    await nightly.runDue();
    expect([sweep.mock.calls.length, run.mock.calls.length]).toEqual([2, 1]);
  });

  it('waits while the database is unavailable, logs that once, and runs when it is back [fault 2]', async () => {
    const { run, tasks } = counted();
    const nightly = await start(tasks);
    now = due;
    await test.pool.query('alter table nights rename to nights_gone');
    await nightly.runDue();
    await nightly.runDue();
    expect(lines).toEqual(['The nightly work waits: the database could not be reached (42P01).']);
    await test.pool.query('alter table nights_gone rename to nights');
    await nightly.runDue();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is awaited when the process stops', async () => {
    const nightly = await start([task('sweep', () => new Promise((resolve) => setTimeout(resolve, 300)))]);
    now = due;
    void nightly.runDue();
    await nightly.stop();
    const { rows } = await test.pool.query('select done_at from nights');
    expect(rows[0].done_at).not.toBeNull();
  });

  it('does everything that is due: a server that starts after a missed date deletes, summarises and cleans up [fault 23, D-19]', async () => {
    const { services, pool } = test;
    const [gone, staff] = [await person(services), await person(services, { role: 'admin' })];
    await pool.query("update users set delete_on = '2026-01-01' where id = $1", [gone.userId]);
    await pool.query("update users set created_at = '2020-01-01' where id = $1", [staff.userId]);
    await pool.query("insert into attempts values ('sign-in:account', $1, now() - interval '2 days')", [
      Buffer.from('old'),
    ]);
    await pool.query("insert into nights select unnest($1::text[]), '2026-01-01', now(), now()", [
      ['clean-up', 'summaries', 'wishes'],
    ]);
    const mailer = { send: async () => {}, close: async () => {} };
    const jobs = await startJobs({ services, mailer, pool, log: (line) => void lines.push(line) });
    const left = async (query: string) => (await pool.query(query)).rows;
    await vi.waitFor(
      async () => {
        expect(await left(`select id from users where id = '${gone.userId}'`)).toEqual([]);
        expect(await left(`select user_id from notification_settings`)).toEqual([{ user_id: staff.userId }]);
        expect(await left('select at from attempts')).toEqual([]);
        expect(await left('select task from nights where done_at is null')).toEqual([]);
      },
      { timeout: 15_000, interval: 50 },
    );
    await jobs.stop();
    expect(lines).toEqual([]);
  });

  it('uses the later date when a clock goes back [fault 17]', async () => {
    const { run, tasks } = counted();
    const nightly = await start(tasks);
    now = due;
    await nightly.runDue();
    now = evening;
    await nightly.runDue();
    await start(tasks);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
