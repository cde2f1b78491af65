import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';
import { personalTables } from './personal-columns.ts';

type Entry = {
  owner: string;
  onDeletion: string;
  exported?: readonly string[];
  leftOut: Record<string, readonly string[]>;
  impersonal?: readonly string[];
};
const entries = Object.entries(personalTables) as [string, 'none' | Entry][];
const personal = entries.filter((entry): entry is [string, Entry] => entry[1] !== 'none');

describe('the list of personal columns', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('classifies every column of the database once [D-19, security 39]', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text order by column_name::text) as columns
      from information_schema.columns where table_schema = 'public' group by 1`.execute(connection.db);
    const real = Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()]));
    const listed = entries.map(([table, entry]) => {
      if (entry === 'none') return [table, real[table]];
      const { exported = [], leftOut, impersonal = [] } = entry;
      return [table, [...exported, ...Object.values(leftOut).flat(), ...impersonal].toSorted()];
    });
    expect(Object.fromEntries(listed)).toEqual(real);
  });

  it("agrees with the database's own rules for rows of a deleted person [D-19]", async () => {
    const { rows } = await sql<{ table: string; column: string; action: string }>`
      select conrelid::regclass::text as table, attname as column, confdeltype::text as action
      from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass and connamespace = 'public'::regnamespace`.execute(
      connection.db,
    );
    const listed = new Map(personal);
    for (const { table, column } of rows) {
      expect([table, listed.has(table)]).toEqual([table, true]);
      expect(listed.get(table)?.impersonal ?? []).not.toContain(column);
    }
    const actionOf = (table: string, owner: string) =>
      rows.find((row) => row.table === table && row.column === owner)?.action;
    const actions = personal.map(([table, { owner, onDeletion }]) => [
      table,
      onDeletion,
      actionOf(table, owner),
    ]);
    // The product deletes these itself: the database has no reference to the person, or only sets it to null.
    const byProduct = new Set(['users', 'idempotency_keys', 'mail_outbox', 'help_messages']);
    for (const [table, onDeletion, action] of actions) {
      if (onDeletion === 'delete' && !byProduct.has(table!)) expect([table, action]).toEqual([table, 'c']);
      if (onDeletion === 'anonymise') expect([table, action]).toEqual([table, 'n']);
      if (onDeletion === 'expire') expect([table, action]).toEqual([table, undefined]);
    }
    expect(actions.filter(([, onDeletion]) => onDeletion === 'keep').map(([table]) => table)).toEqual([
      'audit_log',
      'audit_heads',
      'providers',
    ]);
  });
});
