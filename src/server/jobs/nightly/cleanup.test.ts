import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices } from '../../../../testing/services.ts';
import { cleanUp, deleteFinishedJobs } from './cleanup.ts';
import { openQueue, queueNames } from '../queue.ts';

describe('the nightly clean-up', () => {
  it('deletes expired rows and keeps the rest', async () => {
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
    for (const table of ['idempotency_keys', 'attempts', 'one_time_tokens', 'sessions'])
      expect([table, await count(table)]).toEqual([table, 1]);
    await test.close();
  });

  it('deletes notifications after half a year, read or not, and keeps younger ones [R-93] [D-19]', async () => {
    const test = await startServices();
    const { services } = test;
    const { userId } = await person(services);
    const now = services.clock().getTime();
    for (const [template, days, read] of [
      ['old and read', 181, true],
      ['old', 181, false],
      ['young and read', 179, true],
      ['young', 179, false],
    ] as const)
      await services.db
        .insertInto('notifications')
        .values({ template, read, receiver_id: userId, created_at: new Date(now - days * 86_400_000) })
        .execute();
    await cleanUp(services);
    const left = await services.db
      .selectFrom('notifications')
      .select('template')
      .orderBy('template')
      .execute();
    expect(left.map(({ template }) => template)).toEqual(['young', 'young and read']);
    await test.close();
  });

  it('deletes jobs a day after they were done, in statements that read a bounded number [R-16]', async () => {
    const test = await startServices();
    const { db } = test.services;
    const boss = await openQueue(test.pool, () => {});
    for (const name of queueNames)
      await boss.insert(
        name,
        Array.from({ length: 4_000 }, (_, number) => ({ data: { number } })),
      );
    await test.pool.query(`update jobs.job set state = 'completed', started_on = now(), completed_on = case
      when (data->>'number')::int % 2 = 0 then now() - interval '25 hours' else now() - interval '23 hours' end
      where name <> 'exports'`);
    const found: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        found.push((result.rows[0] as { seen?: number } | undefined)?.seen ?? 0);
        return result;
      },
    };
    await deleteFinishedJobs({ db: db.withPlugin(counting), clock: () => new Date() });
    const all = queueNames.length * 4_000;
    const full = Math.floor(all / 5_000);
    expect(found).toEqual([...Array.from({ length: full }, () => 5_000), all - full * 5_000]);
    const { rows } = await test.pool.query(
      'select name, state, count(*)::int as count from jobs.job group by name, state order by name',
    );
    expect(rows).toEqual([
      { name: 'care', state: 'completed', count: 2_000 },
      { name: 'checks', state: 'completed', count: 2_000 },
      { name: 'clinical', state: 'completed', count: 2_000 },
      { name: 'exports', state: 'created', count: 4_000 },
      { name: 'imports', state: 'completed', count: 2_000 },
      { name: 'invitations', state: 'completed', count: 2_000 },
      { name: 'mails', state: 'completed', count: 2_000 },
      { name: 'notices', state: 'completed', count: 2_000 },
      { name: 'payments', state: 'completed', count: 2_000 },
    ]);
    await boss.stop({ graceful: false });
    await test.close();
  });
});
