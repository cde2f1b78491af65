import { randomBytes } from 'node:crypto';
import { sql, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';
import { resealAll, resealPage } from './reseal.ts';
import { anyPlace, createKeyring, newKey, parseKeys, SealError, type SealedColumn } from './seal.ts';
import { sealedColumns } from './sealed-columns.ts';

const [oldKey, newerKey] = parseKeys(`${newKey('2026-01-01')},${newKey('2026-11-21')}`);
const before = createKeyring([oldKey!]);
const during = createKeyring([newerKey!, oldKey!]);
const after = createKeyring([newerKey!]);

const columns: SealedColumn[] = [
  {
    table: 'people',
    column: 'number_sealed',
    key: 'id',
    index: { column: 'number_index', purpose: 'medicare' },
  },
  { table: 'answers', column: 'answer_sealed', key: ['person', 'question'] },
];

let database: TestDatabase;
let connection: Connection;

beforeEach(async () => {
  database = await createTestDatabase();
  connection = connectDatabase({ url: database.url });
  await sql`create table people (id integer primary key, number_sealed bytea, number_index bytea unique)`.execute(
    connection.db,
  );
  await sql`create table answers (person integer, question text, answer_sealed bytea)`.execute(connection.db);
  for (let id = 1; id <= 450; id += 1) {
    const sealed = before.seal(anyPlace('people', 'number_sealed', String(id)), `number ${id}`);
    await sql`insert into people values (${id}, ${sealed}, ${before.blindIndex('medicare', `number ${id}`)})`.execute(
      connection.db,
    );
  }
  await sql`insert into people values (1000, null, null)`.execute(connection.db);
  const answer = before.seal(anyPlace('answers', 'answer_sealed', '7/cpr'), 'yes');
  await sql`insert into answers values (7, 'cpr', ${answer})`.execute(connection.db);
});

afterEach(async () => {
  await connection.close();
  await database.drop();
});

const one = async (query: ReturnType<typeof sql<Record<string, Buffer>>>) =>
  (await query.execute(connection.db)).rows[0]!;

describe('key rotation over the database', () => {
  it('seals every value again, its index too, so that the old key can be removed [security 36]', async () => {
    expect(await resealAll(connection.db, during, columns)).toEqual({
      'people.number_sealed': 450,
      'answers.answer_sealed': 1,
    });
    const person = await one(sql`select * from people where id = 450`);
    expect(after.open(anyPlace('people', 'number_sealed', '450'), person['number_sealed']!)).toBe(
      'number 450',
    );
    expect(person['number_index']).toEqual(after.blindIndex('medicare', 'number 450'));
    const answer = await one(sql`select * from answers`);
    expect(after.open(anyPlace('answers', 'answer_sealed', '7/cpr'), answer['answer_sealed']!)).toBe('yes');
    expect(await resealAll(connection.db, during, columns)).toEqual({
      'people.number_sealed': 0,
      'answers.answer_sealed': 0,
    });
  });

  it('reads a bounded number of rows in a statement, by key, and skips sealed rows quickly [R-16] [security 36]', async () => {
    await sql`truncate people`.execute(connection.db);
    await sql`insert into people select n, ${during.seal(anyPlace('people', 'number_sealed', '0'), 'done')}, null
      from generate_series(1, 200000) n`.execute(connection.db);
    const old = before.seal(anyPlace('people', 'number_sealed', '200001'), 'number 200001');
    await sql`insert into people values (200001, ${old}, ${before.blindIndex('medicare', 'number 200001')})`.execute(
      connection.db,
    );
    await sql`analyze people`.execute(connection.db);
    const answers: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        answers.push(result.rows.length);
        return result;
      },
    };
    const db = connection.db.withPlugin(counting);
    expect(await resealAll(db, during, [columns[0]!])).toEqual({ 'people.number_sealed': 1 });
    // Two passes of 201 pages, and one update.
    expect(answers).toHaveLength(2 * 201 + 1);
    expect(Math.max(...answers)).toBe(1_000);
    const head = during.currentHead;
    for (const after of [null, [150_000]]) {
      const { rows } = await sql<{
        'QUERY PLAN': [{ Plan: { Plans: [{ 'Node Type': string; 'Actual Rows': number }] } }];
      }>`
        explain (analyze, format json) ${resealPage(columns[0]!, head, after)}`.execute(connection.db);
      const [read] = rows[0]!['QUERY PLAN'][0].Plan.Plans;
      expect([read['Node Type'], read['Actual Rows']]).toEqual(['Index Scan', 1_000]);
    }
  });

  it('reads a large value separately, so that a page of archives needs little memory [R-16] [security 36]', async () => {
    const large = randomBytes(150_000).toString('base64');
    const sealed = before.seal(anyPlace('people', 'number_sealed', '2'), large);
    await sql`update people set number_sealed = ${sealed} where id = 2`.execute(connection.db);
    const { rows } = await resealPage(columns[0]!, during.currentHead, null).execute(connection.db);
    expect(rows.find(({ id }) => id === 2)).toMatchObject({ is_old: true, small: null });
    expect(rows.find(({ id }) => id === 3)).toMatchObject({ is_old: true, small: expect.any(Buffer) });
    await resealAll(connection.db, during, [columns[0]!]);
    const person = await one(sql`select number_sealed from people where id = 2`);
    expect(after.open(anyPlace('people', 'number_sealed', '2'), person['number_sealed']!)).toBe(large);
  });

  it('stops at a value whose key is missing and leaves it unchanged [security 36] [fault 25]', async () => {
    const held = await one(sql`select * from people where id = 1`);
    await expect(resealAll(connection.db, after, columns)).rejects.toThrow(SealError);
    expect(await one(sql`select * from people where id = 1`)).toEqual(held);
  });

  it('never overwrites a value that a server saves at the same time [security 36]', async () => {
    const saves = (async () => {
      for (let id = 1; id <= 450; id += 3) {
        const sealed = during.seal(anyPlace('people', 'number_sealed', String(id)), `newer ${id}`);
        await sql`update people set number_sealed = ${sealed}, number_index = ${during.blindIndex('medicare', `newer ${id}`)}
          where id = ${id}`.execute(connection.db);
      }
    })();
    await Promise.all([saves, resealAll(connection.db, during, columns)]);
    const { rows } = await sql<{ id: number; number_sealed: Buffer }>`
      select id, number_sealed from people where number_sealed is not null`.execute(connection.db);
    for (const row of rows) {
      const text = after.open(anyPlace('people', 'number_sealed', String(row.id)), row.number_sealed);
      expect(text).toBe(row.id % 3 === 1 ? `newer ${row.id}` : `number ${row.id}`);
    }
  });

  it('covers every sealed column of the schema, and no other [security 36]', async () => {
    const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and column_name like '%\\_sealed'
        and table_name not in ('people', 'answers') order by 1`.execute(connection.db);
    const listed = sealedColumns.map((column) => `${column.table}.${column.column}`);
    expect([...listed].sort()).toEqual(rows.map((row) => row.name));
    await expect(resealAll(connection.db, after, sealedColumns)).resolves.toBeDefined();
  });
});
