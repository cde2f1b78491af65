import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../../testing/database/database.ts';
import { person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { tendPartitions } from '../../jobs/nightly/partition-task.ts';
import { connectDatabase } from '../connection/connect.ts';
import { deleteExpired } from '../delete-batches.ts';
import { migrate } from '../migrate.ts';
import { findPartitions, maintainPartitions, movedAtMost, partitionedTables } from './partitions.ts';
const [activities, sentMails] = partitionedTables as [
  (typeof partitionedTables)[number],
  (typeof partitionedTables)[number],
];
const later = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('tables partitioned by time', () => {
  let test: TestServices;
  let who: TestPerson;
  let lines: string[];
  const log = (line: string) => void lines.push(line);

  beforeEach(async () => {
    test = await startServices();
    who = await person(test.services);
    lines = [];
  });
  afterEach(() => test.close());

  const addMail = (id: string, at: Date) =>
    test.pool.query('insert into sent_messages values ($1, $2)', [id, at]);
  const addActivity = (at: Date) =>
    test.pool.query(
      `insert into recent_activities (template, user_id, created_at) values ('accountOpened', $1, $2)`,
      [who.userId, at],
    );
  const placesOf = async (table: string) =>
    (
      await test.pool.query(`select distinct tableoid::regclass::text as place from ${table} order by 1`)
    ).rows.map(({ place }: { place: string }) => place.replace('parts.', ''));
  const namesOf = async (of: typeof activities) =>
    (await findPartitions(test.services.db, of)).map(({ name }) => name);
  const tend = (at: Date) => tendPartitions({ db: test.services.db, clock: () => at }, log);

  it('get partitions ahead once, each with its key and its indexes [C-05]', async () => {
    await tend(later(0));
    const made = [await namesOf(activities), await namesOf(sentMails)];
    expect(made[0]!.length).toBeGreaterThanOrEqual(2);
    expect(made[0]![0]).toBe('recent_activities_past');
    expect(made[0]![1]).toMatch(/^recent_activities_\d{4}$/);
    expect(made[1]!.length).toBeGreaterThanOrEqual(2);
    expect(made[1]![1]).toMatch(/^sent_messages_\d{4}_\d\d$/);
    await tend(later(0));
    expect([await namesOf(activities), await namesOf(sentMails)]).toEqual(made);
    const { rows } = await test.pool.query(
      `select count(*)::int as count from pg_index where indrelid = $1::regclass and indisvalid`,
      [`parts.${made[0]![1]}`],
    );
    expect(rows).toEqual([{ count: 6 }]);
  });

  it('take a row of any time, also before its partition exists, and move it there later [C-05]', async () => {
    await addMail('m-1', later(0));
    await addMail('m-2', later(100));
    await addActivity(later(0));
    await addActivity(later(500));
    expect(await placesOf('sent_messages')).toEqual(['sent_messages_past', 'sent_messages_rest']);
    expect(await placesOf('recent_activities')).toEqual(['recent_activities_past', 'recent_activities_rest']);
    await tend(later(101));
    expect((await placesOf('sent_messages'))[0]).toMatch(/^sent_messages_\d{4}_\d\d$/);
    expect(await placesOf('sent_messages')).not.toContain('sent_messages_rest');
    await tend(later(500));
    expect(await placesOf('recent_activities')).not.toContain('recent_activities_rest');
    expect(await placesOf('recent_activities')).toHaveLength(2);
    expect(lines.join('\n')).toMatch(
      /Moved 1 rows of recent_activities to the partitions recent_activities_\d{4}/,
    );
  });

  it('fail the nightly job with a message while rows of a wrong clock are in no partition [C-05]', async () => {
    const future = new Date('2099-01-01T00:00:00Z');
    await addActivity(future);
    await expect(tend(later(0))).rejects.toMatchObject({ code: 'rows outside all partitions' });
    expect(lines).toEqual(['1 rows of recent_activities are outside all partitions: see the runbook.']);
    expect((await namesOf(sentMails)).length).toBeGreaterThan(1);
    await addMail('m-1', future);
    await test.pool.query(
      `update recent_activities set created_at = now() where created_at > now() + interval '1 day'`,
    );
    await test.pool.query(
      `update sent_messages set sent_at = now() where sent_at > now() + interval '1 day'`,
    );
    await tend(later(0));
    expect(await placesOf('recent_activities')).toEqual(['recent_activities_past']);
    expect(await placesOf('sent_messages')).toEqual(['sent_messages_past']);
  });

  it('move no more rows than one short transaction writes, and make the other partitions [C-05]', async () => {
    await test.pool.query(
      `insert into sent_messages select 'm-' || n, $1 from generate_series(1, ${movedAtMost + 1}) n`,
      [later(200)],
    );
    const { made, moved, outside } = await maintainPartitions(test.services.db, sentMails, later(200));
    expect([made.length, moved, outside]).toEqual([2, 0, movedAtMost + 1]);
  });

  it('lose whole partitions when their last row expires, and none before [C-05, R-16]', async () => {
    await addMail('old', later(-1));
    await tend(later(0));
    const [, first] = await findPartitions(test.services.db, sentMails);
    await addMail('young', first!.from!);
    const expires = new Date(first!.from!.getTime() + 60 * 86_400_000);
    await tend(new Date(expires.getTime() - 1));
    expect(await placesOf('sent_messages')).toEqual([first!.name, 'sent_messages_past']);
    await tend(expires);
    expect(await placesOf('sent_messages')).toEqual([first!.name]);
    expect(lines).toEqual(['Dropped the expired partitions sent_messages_past.']);
    expect(await namesOf(activities)).toContain('recent_activities_past');
    await tend(new Date(Date.UTC(later(0).getUTCFullYear() + 10, 0)));
    expect(await namesOf(activities)).not.toContain('recent_activities_past');
  });

  it('are dropped after a long reader has ended, and no other request waits long for that [C-05]', async () => {
    await addMail('old', later(-1));
    const [past] = await findPartitions(test.services.db, sentMails);
    const reader = await test.pool.connect();
    await reader.query('begin');
    await reader.query('select * from sent_messages');
    try {
      const dropping = tend(new Date(past!.to.getTime() + 61 * 86_400_000));
      await pause(100);
      const begin = performance.now();
      await addMail('meanwhile', later(0));
      expect(performance.now() - begin).toBeLessThan(1_000);
      await reader.query('commit');
      await dropping;
    } finally {
      reader.release();
    }
    expect(await namesOf(sentMails)).not.toContain('sent_messages_past');
  });

  it('lose the rows of a deleted person in every partition [C-05, D-19]', async () => {
    await tend(later(0));
    await addActivity(later(-1));
    await addActivity((await findPartitions(test.services.db, activities))[1]!.from!);
    await addActivity(later(4_000));
    expect(await placesOf('recent_activities')).toHaveLength(3);
    await test.pool.query('delete from users where id = $1', [who.userId]);
    expect(await placesOf('recent_activities')).toEqual([]);
  });

  it('send no mail twice after the clean-up of a server of the previous release, which deletes by ctid [C-05, S-30]', async () => {
    const past = 'parts.sent_messages_past';
    await test.pool.query(`alter table sent_messages detach partition ${past}`);
    await test.pool.query(
      `alter table sent_messages attach partition ${past} for values from (minvalue) to ('${later(-30).toISOString()}')`,
    );
    await addMail('old', later(-100));
    await addMail('young', later(-1));
    expect(await placesOf('sent_messages')).toEqual(['sent_messages_past', 'sent_messages_rest']);
    await deleteExpired(test.services.db, { table: 'sent_messages', at: sql`sent_at`, before: later(-60) });
    const { rows } = await test.pool.query('select message_id from sent_messages');
    expect(rows).toEqual([{ message_id: 'young' }]);
  });
});

it('keep the rows of an installation, and the file they are in, when it is migrated [C-05, S-30]', async () => {
  const database = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'wattle-partitions-'));
  const all = resolve(import.meta.dirname, '../../../../migrations');
  const before = readdirSync(all).filter((name) => /^\d{4}_/.test(name) && name < '0102');
  for (const name of before) cpSync(join(all, name), join(folder, name));
  await migrate({ url: database.url, folder });
  const { pool, close } = connectDatabase({ url: database.url });
  await pool.query(`insert into users (id, permission_role_id, first_name, last_name, email, pin_sealed, share_id)
    values ('00000000-0000-4000-8000-000000000001', 5, 'A', 'B', 'a@mail.example', 'x', 'share')`);
  await pool.query(`insert into recent_activities (template, user_id, created_at)
    select 'accountOpened', '00000000-0000-4000-8000-000000000001', now() - n * interval '1 day' from generate_series(1, 500) n`);
  await pool.query(`insert into recent_activities (template, user_id, created_at)
    values ('accountOpened', '00000000-0000-4000-8000-000000000001', now() + interval '3 years')`);
  await pool.query(
    `insert into sent_messages select 'm-' || n, now() - n * interval '1 hour' from generate_series(1, 500) n`,
  );
  const files = async (prefix: string, suffix: string) =>
    (
      await pool.query(
        `select pg_relation_filenode($1::regclass) as activities, pg_relation_filenode($2::regclass) as mails`,
        [`${prefix}recent_activities${suffix}`, `${prefix}sent_messages${suffix}`],
      )
    ).rows;
  const sums = `select (select count(*)::int from recent_activities) as activities, (select count(*)::int from sent_messages) as mails`;
  const [rows, unmoved] = [(await pool.query(sums)).rows, await files('', '')];
  await migrate({ url: database.url });
  expect((await pool.query(sums)).rows).toEqual(rows);
  expect(await files('parts.', '_past')).toEqual(unmoved);
  const rest = `select (select count(*)::int from parts.recent_activities_rest) as activities, (select count(*)::int from parts.sent_messages_rest) as mails`;
  expect((await pool.query(rest)).rows).toEqual([{ activities: 0, mails: 0 }]);
  const { rows: checks } = await pool.query(`select conname from pg_constraint where conname = 'past_bound'`);
  expect(checks).toEqual([]);
  await close();
  await database.drop();
  rmSync(folder, { recursive: true });
});
