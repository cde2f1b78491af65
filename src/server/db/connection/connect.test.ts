import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, databaseUnavailable, type Connection } from './connect.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase({ url: database.url, max: 2 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function one(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
    connection.db,
  );
  return rows[0]?.value;
}

describe('values from the database', () => {
  it.each([
    ["date '2026-04-05'", '2026-04-05'],
    ["array[date '2026-04-05', null]", ['2026-04-05', null]],
    ['9007199254740991::bigint', 9007199254740991],
    ['count(*) from (values (1), (2)) as two', 2],
    ['12.50::numeric(6,2)', 12.5],
    ['array[1, 2]::bigint[]', [1, 2]],
    [
      `array['00000000-0000-4000-8000-00000000000a', null]::uuid[]`,
      ['00000000-0000-4000-8000-00000000000a', null],
    ],
    [`'{}'::uuid[]`, []],
    ["timestamptz '2026-10-04 02:30:00+10'", new Date('2026-10-03T16:30:00Z')],
    ["decode('00ff', 'hex')", Buffer.from([0, 255])],
    [`'{"a": [1]}'::jsonb`, { a: [1] }],
    ['null::date', null],
  ])('reads %s', async (expression, value) => {
    const [head, ...tail] = expression.split(' from ');
    const query = tail.length > 0 ? `(select ${head} from ${tail.join(' from ')})` : expression;
    expect(await one(query)).toEqual(value);
  });

  it('refuses a count above the safe integers instead of rounding it', async () => {
    await expect(one('9007199254740993::bigint')).rejects.toThrow(RangeError);
  });
});

describe('closing', () => {
  it('ends every connection, also of a pool that was used without the query builder', async () => {
    const { pool, close } = connectDatabase({ url: database.url, max: 1 });
    await pool.query('select 1');
    await close();
    await close();
    expect([pool.ended, pool.totalCount]).toEqual([true, 0]);
  });
});

describe('a database that cannot serve', () => {
  const extra: Connection[] = [];
  afterEach(async () => {
    for (const one of extra.splice(0)) await one.close();
  });

  it('refuses as unavailable within some seconds when every connection is taken, and recovers [fault 24]', async () => {
    const sleepers = [1, 2].map(() => sql`select pg_sleep(3)`.execute(connection.db));
    const from = Date.now();
    await expect(sql`select 1`.execute(connection.db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(Date.now() - from).toBeLessThan(2_900);
    await Promise.all(sleepers);
    expect(await one('1')).toBe(1);
  });

  it('ends a statement that is too slow and keeps the connection usable [fault 24]', async () => {
    await sql`set statement_timeout = 100`.execute(connection.db);
    const single = connectDatabase({ url: database.url, max: 1 });
    extra.push(single);
    await sql`set statement_timeout = 100`.execute(single.db);
    await expect(sql`select pg_sleep(5)`.execute(single.db)).rejects.toMatchObject({ code: 'unavailable' });
    await sql`select 1`.execute(single.db);
  });

  it('bounds every statement at ten seconds by default', async () => {
    const fresh = connectDatabase({ url: database.url });
    extra.push(fresh);
    const { rows } = await sql<{
      limit: string;
    }>`select current_setting('statement_timeout') as limit`.execute(fresh.db);
    expect(rows[0]?.limit).toBe('10s');
  });

  it('refuses as unavailable when no server listens, and reads the address again for each connection [fault 2]', async () => {
    let address = 'postgres://wattle:x@127.0.0.1:1/wattle';
    const moving = connectDatabase({ url: () => address });
    extra.push(moving);
    await expect(sql`select 1`.execute(moving.db)).rejects.toMatchObject({ code: 'unavailable' });
    address = database.url;
    expect((await sql`select 1`.execute(moving.db)).rows).toHaveLength(1);
  });

  it('survives a connection that is cut between two statements of a transaction [fault 2]', async () => {
    const cut = connectDatabase({ url: database.url, max: 1 });
    extra.push(cut);
    const failed = cut.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(connection.db);
      await new Promise((done) => setTimeout(done, 100));
      await sql`select 1`.execute(tx);
    });
    await expect(failed).rejects.toMatchObject({ code: 'unavailable' });
    expect((await sql`select 1`.execute(cut.db)).rows).toHaveLength(1);
  });

  it('fails within the given time, for a statement and for a server that accepts connections but does not respond [R-13]', async () => {
    const quick = connectDatabase({ url: database.url, max: 1, timeoutMs: 900 });
    extra.push(quick);
    await expect(sql`select pg_sleep(30)`.execute(quick.db)).rejects.toMatchObject({ code: 'unavailable' });
    const { rows } =
      await sql`select setting from pg_settings where name in ('statement_timeout', 'lock_timeout')`.execute(
        quick.db,
      );
    expect(rows).toEqual([{ setting: '540' }, { setting: '540' }]);

    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const waiting = connectDatabase({ url: `postgres://x:x@127.0.0.1:${port}/x`, timeoutMs: 900 });
    extra.push(waiting);
    const from = Date.now();
    await expect(sql`select 1`.execute(waiting.db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(Date.now() - from).toBeLessThan(1_900);
    silent.close();
  });

  it('reports a read-only server, and drops such a connection [R-14, R-95]', async () => {
    const moved = connectDatabase({ url: database.url, max: 1 });
    extra.push(moved);
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(moved.db)).rows[0]?.pid;
    await sql`create table kept (id integer)`.execute(connection.db);
    const before = await pid();
    await sql`set default_transaction_read_only = on`.execute(moved.db);
    expect(await pid()).toBe(before);
    await expect(sql`insert into kept values (1)`.execute(moved.db)).rejects.toMatchObject({
      code: 'unavailable',
      details: { reason: 'read-only' },
    });
    expect(await pid()).not.toBe(before);
    await sql`insert into kept values (1)`.execute(moved.db);
    expect(databaseUnavailable(Object.assign(new Error('not now'), { code: '55000' }))?.details).toEqual({
      reason: 'read-only',
    });
  });

  it('distinguishes a full disk from other errors, and passes on errors of the caller unchanged [fault 4]', async () => {
    expect(databaseUnavailable(Object.assign(new Error('full'), { code: '53100' }))?.details).toEqual({
      reason: 'disk-full',
    });
    expect(databaseUnavailable(Object.assign(new Error('twice'), { code: '23505' }))).toBeUndefined();
    expect(databaseUnavailable('text')).toBeUndefined();
    const full = databaseUnavailable(Object.assign(new Error('full'), { code: '53100' }));
    expect(databaseUnavailable(full)).toBe(full);
    expect(databaseUnavailable(new AppError('unavailable'))).toBeUndefined();
    await expect(one('1/0')).rejects.toMatchObject({ code: '22012' });
  });
});
