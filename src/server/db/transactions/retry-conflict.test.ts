import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';
import { retryConflict } from './retry-conflict.ts';
import { inOneRoundTrip, inTransaction } from './transaction.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that a transaction left open would break the next statement.
  connection = connectDatabase({ url: database.url, max: 1 });
  // A sequence keeps its value when its transaction is rolled back.
  await sql`create table kept (id integer)`.execute(connection.db);
  await sql`create sequence tries`.execute(connection.db);
  await sql`create function lose(code text, times bigint) returns bigint language plpgsql as $$
    declare try bigint := nextval('tries');
    begin
      if try <= times then raise exception 'lost' using errcode = code; end if;
      return try;
    end $$`.execute(connection.db);
});
beforeEach(async () => {
  await sql`select setval('tries', 1, false)`.execute(connection.db);
  await sql`truncate kept`.execute(connection.db);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const lose = (code: string, times: number) => sql<{ try: number }>`select lose(${code}, ${times}) as try`;
const keep = sql`insert into kept values (1)`;
const kept = async () => (await sql`select id from kept`.execute(connection.db)).rows.length;

const ways: Readonly<Record<string, (code: string, times: number) => Promise<unknown>>> = {
  'a single statement': async (code, times) => {
    await lose(code, times).execute(connection.db);
    await keep.execute(connection.db);
  },
  'a transaction that loses before its last statement': (code, times) =>
    inTransaction(connection.db, async (tx) => {
      await keep.execute(tx);
      await lose(code, times).execute(tx);
      return { output: null, last: null };
    }),
  'a transaction that loses in its last statement': (code, times) =>
    inTransaction(connection.db, async (tx) => {
      await keep.execute(tx);
      return { output: null, last: lose(code, times) };
    }),
  'statements that are sent together': (code, times) =>
    inOneRoundTrip(connection.db, [
      { compile: () => keep.compile(connection.db) },
      { compile: () => lose(code, times).compile(connection.db) },
    ]),
  'a transaction of the query builder': (code, times) =>
    retryConflict(() =>
      connection.db.transaction().execute(async (tx) => {
        await keep.execute(tx);
        await lose(code, times).execute(tx);
      }),
    ),
};

describe.each(Object.entries(ways))('%s', (_, run) => {
  it.each(['40P01', '40001'])('is retried once after the conflict %s [S-30]', async (code) => {
    await run(code, 1);
    expect(await kept()).toBe(1);
  });

  it.each(['40P01', '40001'])('is refused as unavailable after two conflicts %s [S-30]', async (code) => {
    await expect(run(code, 2)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await kept()).toBe(0);
    expect(
      (await sql<{ tries: number }>`select last_value::integer as tries from tries`.execute(connection.db))
        .rows,
    ).toEqual([{ tries: 2 }]);
  });

  it('is not retried after another error [S-30]', async () => {
    await expect(run('22012', 1)).rejects.toMatchObject({ code: '22012' });
    expect(await kept()).toBe(0);
  });
});
