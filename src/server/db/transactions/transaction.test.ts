import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';
import { inOneRoundTrip } from './transaction.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that the next statement would notice a transaction left open.
  connection = connectDatabase({ url: database.url, max: 1 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Statements that insert and find an object without a file. */
const insert = (id: string, size: number) =>
  connection.db
    .insertInto('file_objects')
    .values({ id, key: `files/${id}`, file_id: null, size })
    .returning('size');
const found = (id: string) =>
  connection.db.selectFrom('file_objects').select('size').where('id', '=', id).execute();

describe('statements in one round trip', () => {
  it('run in order, commit together, and return the rows of each', async () => {
    const id = crypto.randomUUID();
    const [inserted, changed, other] = await inOneRoundTrip(connection.db, [
      insert(id, 1),
      connection.db
        .updateTable('file_objects')
        .set({ size: 2 })
        .where('id', '=', id)
        .returning(['id', 'size']),
      connection.db.selectFrom('file_objects').select('key').where('id', '=', id),
    ]);
    expect([inserted, changed, other]).toEqual([[{ size: 1 }], [{ id, size: 2 }], [{ key: `files/${id}` }]]);
    expect(await found(id)).toEqual([{ size: 2 }]);
  });

  it('are all rolled back when one fails, with its reason, and leave the connection usable', async () => {
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const failing = inOneRoundTrip(connection.db, [insert(first, 1), insert(second, 0), insert(third, 1)]);
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(connection.db);
    expect(rows).toEqual([{ one: 1 }]);
    expect([await found(first), await found(second), await found(third)]).toEqual([[], [], []]);
  });
});
