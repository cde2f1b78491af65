import { resolve } from 'node:path';
import { sql } from 'kysely';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';

/** Columns in a notation shared by the types and the database, such as `text null` or `number default`. */
type Columns = Record<string, string>;

const root = resolve(import.meta.dirname, '../../../..');
const probeFile = resolve(import.meta.dirname, 'probe.ts');
const probe = `
  import type { Insertable, Selectable } from 'kysely';
  import type { Tables } from './tables.ts';
  export type Selected = { [T in keyof Tables]: Selectable<Tables[T]> };
  export type Inserted = { [T in keyof Tables]: Insertable<Tables[T]> };
`;

const kinds: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  date: 'text',
  text: 'text',
  uuid: 'text',
  boolean: 'boolean',
  bytea: 'bytes',
  jsonb: 'json',
  'timestamp with time zone': 'instant',
  ARRAY: 'array',
};

const wordsOf = (kind: string, values: readonly string[], nullable: boolean, given: string) =>
  [kind, values.length > 0 && `(${values.toSorted().join(', ')})`, nullable && 'null', given]
    .filter(Boolean)
    .join(' ');

/** Returns the columns of the TypeScript types, as the compiler resolves them. */
function describedColumns(): Columns {
  const configFile = resolve(root, 'tsconfig.server.json');
  const { options } = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (found) => {
        throw new Error(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
      },
    },
  )!;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === probeFile || fileExists(name);
  host.readFile = (name) => (name === probeFile ? probe : readFile(name));
  host.getSourceFile = (name, ...more) =>
    name === probeFile
      ? ts.createSourceFile(name, probe, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...more);
  const program = ts.createProgram([probeFile], { ...options, noEmit: true }, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(probeFile)!;
  const typeOf = (name: string) => {
    const found = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source)!)
      .find((one) => one.name === name);
    return checker.getDeclaredTypeOfSymbol(found!);
  };
  const inserted = typeOf('Inserted');
  const columns: Columns = {};
  for (const table of typeOf('Selected').getProperties()) {
    const row = checker.getTypeOfSymbol(table);
    const insert = checker.getTypeOfSymbol(inserted.getProperty(table.name)!);
    for (const column of row.getProperties()) {
      const toGive = insert.getProperty(column.name);
      const given = !toGive ? 'generated' : toGive.flags & ts.SymbolFlags.Optional ? 'optional' : 'required';
      columns[`${table.name}.${column.name}`] = inWords(checker, checker.getTypeOfSymbol(column), given);
    }
  }
  return columns;
}

function inWords(checker: ts.TypeChecker, type: ts.Type, given: string): string {
  const all = type.isUnion() ? type.types : [type];
  const parts = all.filter((part) => !(part.flags & ts.TypeFlags.Null));
  const nullable = parts.length < all.length;
  const values = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  return wordsOf(kindOf(checker, parts[0]!), values, nullable, given);
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.StringLike) return 'text';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  const name = type.symbol?.name;
  if (name === 'Date') return 'instant';
  if (name === 'Buffer') return 'bytes';
  if (checker.isArrayType(type) && ['string[]', 'number[]'].includes(checker.typeToString(type)))
    return 'array';
  return 'json';
}

const quoted = /'([^']+)'::text/g;

/** Returns the columns of the database. Values are those that a check constraint lists, if it has a list. */
async function realColumns({ db }: Connection): Promise<Columns> {
  const { rows: checks } = await sql<{ column: string; rule: string }>`
    select conrelid::regclass::text || '.' || attname as column, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`.execute(db);
  const { rows } = await sql<{
    name: string;
    type: string;
    nullable: boolean;
    given: string;
  }>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' and is_generated = 'NEVER' as nullable,
      case when is_identity = 'YES' or is_generated = 'ALWAYS' then 'generated'
        when is_nullable = 'YES' or column_default is not null then 'optional' else 'required' end as given
    from information_schema.columns where table_schema = 'public' order by 1`.execute(db);
  return Object.fromEntries(
    rows.map(({ name, type, nullable, given }) => {
      const rule =
        checks.find((check) => check.column === name && check.rule.includes(' = ANY ('))?.rule ?? '';
      const values = [...rule.matchAll(quoted)].map((match) => match[1]!);
      return [name, wordsOf(kinds[type] ?? type, values, nullable, given)];
    }),
  );
}

describe('the types of the tables', () => {
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

  it('describe every table and column of the database, and no others', async () => {
    const described = describedColumns();
    expect(described['users.gender']).toBe('text (Female, Male, Other) null optional');
    expect(described).toEqual(await realColumns(connection));
  }, 60_000);
});
