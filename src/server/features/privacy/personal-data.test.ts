import { anyPlace } from '../../db/sealing/seal.ts';
import { sealedColumns } from '../../db/sealing/sealed-columns.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { personalTables } from '../../db/personal/personal-columns.ts';
import { archiveOf } from './copy/archive.fixture.ts';
import { addRows } from './personal-data.fixture.ts';
import { removeAccount } from './api.ts';

type Marks = Map<string, string>;
type Table = keyof typeof personalTables;

/** Tables whose rows belong to a person by a column with the person's id. Plans are compared by the names of their fields. */
const marked = (Object.keys(personalTables) as Table[]).filter((table) => {
  const entry = personalTables[table];
  return entry !== 'none' && entry.onDeletion === 'delete' && !['acps', 'mail_outbox'].includes(table);
});

describe('the data stored about a person', () => {
  let test: TestServices;
  let who: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    test.services.makePdf = () => Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.7')));
    who = await person(test.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [{ name: 'Dan', email: 'dan@test.example', phone: '0491 570 006', relationship: 'Son' }],
    });
    await addRows(test.services, who.userId);
  });
  afterAll(() => test.close());

  /**
   * Seals the name of the column in every sealed column of the person's rows that has no value yet; those that the fixture fills
   * contain their names already. Returns the names by `table.column`.
   */
  async function sealNames(): Promise<Marks> {
    const { db, keyring } = test.services;
    const marks: Marks = new Map();
    for (const { table, column, key } of sealedColumns) {
      const entry = personalTables[table as Table];
      if (key !== 'id' || entry === 'none' || !marked.includes(table as Table)) continue;
      const name = `${table}.${column}`;
      const { rows } = await sql<{ id: string; isEmpty: boolean }>`
        select id::text, ${sql.ref(column)} is null as "isEmpty" from ${sql.table(table)}
        where ${sql.ref(entry.owner)} = ${who.userId}`.execute(db);
      expect([name, rows.length]).not.toEqual([name, 0]);
      for (const { id, isEmpty } of rows)
        if (isEmpty)
          await sql`update ${sql.table(table)}
            set ${sql.ref(column)} = ${keyring.seal(anyPlace(table, column, id), name)} where id::text = ${id}`.execute(
            db,
          );
      marks.set(name, name);
    }
    return marks;
  }

  /** Sets a distinct value in every column that accepts any text, JSON, date or time; returns the values by `table.column`. */
  async function markColumns(): Promise<Marks> {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type
      from information_schema.columns c
      where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
        and data_type in ('text', 'jsonb', 'date', 'timestamp with time zone')
        and not exists (select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'c' and k.conrelid = (c.table_schema || '.' || c.table_name)::regclass
            and a.attname = c.column_name and (pg_get_constraintdef(k.oid) like '%= ANY%' or pg_get_constraintdef(k.oid) like '%~ %'))
      order by table_name, ordinal_position`.execute(test.services.db);
    const marks: Marks = await sealNames();
    const day = Date.parse('2001-01-01T00:00:00Z');
    for (const [index, { table, column, type }] of rows.entries()) {
      const entry = personalTables[table as Table];
      if (!marked.includes(table as Table) || entry === 'none' || column === entry.owner) continue;
      const at = new Date(day + index * 24 * 60 * 60_000).toISOString();
      const name = `${table}.${column}`;
      const values = new Map([
        ['text', name],
        ['jsonb', JSON.stringify({ mark: name })],
        ['date', at.slice(0, 10)],
      ]);
      const value = values.get(type) ?? at;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(entry.owner)} = ${who.userId}`.execute(test.services.db);
      marks.set(name, type === 'jsonb' || type === 'text' ? `"${name}"` : `"${value}"`);
    }
    return marks;
  }

  it('is in the copy if listed as exported, and not if listed as left out [D-19, security 39]', async () => {
    const marks = await markColumns();
    const files = unzipSync((await archiveOf(test.services, who.userId))!);
    const names = Object.keys(files);
    expect(names.filter((name) => name.startsWith('picture.'))).toHaveLength(1);
    const text = names
      .filter((name) => name.endsWith('.json') || name.startsWith('signature-'))
      .map((name) => strFromU8(files[name]!))
      .join('\n');
    const exported = marked.flatMap((table) => {
      const entry = personalTables[table];
      const columns: readonly string[] = entry !== 'none' && 'exported' in entry ? entry.exported : [];
      return columns.map((column) => `${table}.${column}`);
    });
    expect(marks.size).toBeGreaterThan(80);
    for (const [name, mark] of marks)
      expect([name, text.includes(mark)]).toEqual([name, exported.includes(name)]);
    const { in_force } = JSON.parse(strFromU8(files['plan.json']!)) as { in_force: object };
    const fields = personalTables.acps.exported.map((name) => name.replace('_sealed', ''));
    expect(Object.keys(in_force).toSorted()).toEqual([...fields, 'in_words'].toSorted());
  });

  it('is deleted with the person if the list requires it [D-19, security 39]', async () => {
    const { db } = test.services;
    const left = async () => {
      const found: string[] = [];
      for (const table of [...marked, 'acps'] as const) {
        const entry = personalTables[table];
        if (entry === 'none') continue;
        const { rows } = await sql`select 1 from ${sql.table(table)}
          where ${sql.ref(entry.owner)}::text like ${`%${who.userId}%`}`.execute(db);
        if (rows.length > 0) found.push(table);
      }
      return found.toSorted();
    };
    expect(await left()).toEqual([...marked, 'acps'].toSorted());
    const own = await db
      .selectFrom('users')
      .select(['id as userId', 'email', 'language', 'first_name', 'for_my_self'])
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => removeAccount(tx, own));
    expect(await left()).toEqual([]);
  });
});
