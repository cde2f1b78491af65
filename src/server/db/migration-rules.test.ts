import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMigrations, type Migration } from './migrations.ts';

/** Number of the last migration before these rules; migrations up to it are not checked. */
const lastBeforeRules = 40;
/** Three waits of 300 ms after the first lock end before PostgreSQL checks for a deadlock, after one second. */
const lockedTablesAtMost = 4;

const migrations = readMigrations();
const checksumsFile = 'migrations/checksums.txt';
const lines = readFileSync(resolve(import.meta.dirname, '../../..', checksumsFile), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

/** Returns how to fix a missing or different line in `checksums.txt` for a migration; undefined if it is right. */
function checksumProblem({ name, checksum }: Migration, listed: readonly string[]): string | undefined {
  const own = `${checksum}  ${name}`;
  const found = listed.filter((line) => line.endsWith(`  ${name}`));
  if (found.length === 0)
    return `${name} is new: run npm run checksums, which adds the line "${own}" to ${checksumsFile}.`;
  if (found.length > 1) return `${name} has more than one line in ${checksumsFile}: keep one.`;
  if (found[0] === own) return undefined;
  return (
    `${name} is not what ${checksumsFile} says. If it was released, put it back and add a new migration; ` +
    `only if no database outside of development has run it, replace its line by "${own}".`
  );
}

const withoutText = (text: string) =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .replaceAll('public.', '');

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? '');

const madeIndex =
  /\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(\w+)?\s*\bon\s+(?:only\s+)?(\w+)/g;
const madeTable = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/g;
const lockFirst = /^\s*(?:set\s+local\s+[^;]*;\s*)*lock\s+table\s+([\w\s,]+?)\s+in\s+[\w\s]+\s+mode\s*;/;

/** Statements that lock an existing table, with the name of the table. */
const locking = [
  /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/g,
  /\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)/g,
  /\bupdate\s+(?:only\s+)?(\w+)\s+(?:as\s+\w+\s+)?set\b/g,
  /\bdelete\s+from\s+(?:only\s+)?(\w+)/g,
  /\binsert\s+into\s+(\w+)/g,
  /\btruncate\s+(?:table\s+)?(\w+)/g,
  /\breferences\s+(\w+)/g,
  /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s+\w+\s[^;]*?\bon\s+(\w+)/g,
  /\bdrop\s+trigger\s+(?:if\s+exists\s+)?\w+\s+on\s+(\w+)/g,
];

/** Returns the tables of earlier migrations that a migration locks, in alphabetical order. */
function lockedTables(sql: string, tableOfIndex: ReadonlyMap<string, string>): string[] {
  const text = withoutText(sql);
  const own = new Set(all(text, madeTable));
  const indexes = all(text, /\b(?:drop|alter|reindex)\s+index\s+(?:if\s+exists\s+)?(\w+)/g);
  const tables = [
    ...locking.flatMap((pattern) => all(text, pattern)),
    ...[...text.matchAll(madeIndex)].map((found) => found[2]!),
    ...indexes.map((name) => tableOfIndex.get(name) ?? `the table of ${name}`),
  ];
  return [...new Set(tables)].filter((name) => !own.has(name)).sort();
}

/** Returns how to fix a migration that could end a request by deadlock; undefined for one that cannot. */
function lockProblem(
  { name, sql }: Pick<Migration, 'name' | 'sql'>,
  tableOfIndex: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const tables = lockedTables(sql, tableOfIndex);
  if (tables.length < 2) return undefined;
  const statement = `lock table ${tables.join(', ')} in access exclusive mode;`;
  if (tables.length > lockedTablesAtMost)
    return `${name} locks ${tables.join(', ')}: divide it into files of at most ${lockedTablesAtMost} tables.`;
  const taken = lockFirst
    .exec(withoutText(sql))?.[1]
    ?.split(',')
    .map((table) => table.trim());
  if (taken === undefined || tables.some((table) => !taken.includes(table)))
    return `${name} locks several tables: begin it with "${statement}" (CONTRIBUTING, A migration).`;
  if (taken.join() !== taken.toSorted().join())
    return `${name} must lock its tables in alphabetical order: "${statement}".`;
  return undefined;
}

describe('checksums of migrations', () => {
  it('match the list, which has no other lines [S-35]', () => {
    expect(migrations.map((migration) => checksumProblem(migration, lines)).filter(Boolean)).toEqual([]);
    const names = new Set(migrations.map(({ name }) => name));
    expect(lines.filter((line) => !names.has(line.slice(66)))).toEqual([]);
  });

  it('name a migration that was changed, and one that is not in the list [S-35]', () => {
    const first = migrations[0]!;
    expect(checksumProblem({ ...first, checksum: 'a'.repeat(64) }, lines)).toMatch(
      /^0001_people.sql is not what .* put it back and add a new migration/,
    );
    const added = { ...first, name: '0999_added.sql' };
    expect(checksumProblem(added, lines)).toBe(
      `0999_added.sql is new: run npm run checksums, which adds the line "${first.checksum}  0999_added.sql" to ${checksumsFile}.`,
    );
    expect(checksumProblem(first, [...lines, ...lines])).toMatch(/more than one line/);
  });
});

describe('locks of a migration', () => {
  it('are taken first and in one order if a new migration changes several tables in use [S-30]', () => {
    const tableOfIndex = new Map(
      migrations.flatMap(({ sql }) =>
        [...withoutText(sql).matchAll(madeIndex)].map((found) => [found[1] ?? '', found[2]!] as const),
      ),
    );
    const problems = migrations
      .filter(({ number }) => number > lastBeforeRules)
      .map((migration) => lockProblem(migration, tableOfIndex));
    expect(problems.filter(Boolean)).toEqual([]);
  });

  const problem = (sql: string) =>
    lockProblem({ name: '0999_trial.sql', sql }, new Map([['users_name', 'users']]));

  it.each([
    'alter table users add column a text; create index on users (a);',
    'create table trial (id uuid references users); create index on trial (id); insert into trial values (1);',
    "-- alter table acps\ncreate function f() returns trigger as $$ begin update acps set a = 1; end $$; comment on table acps is 'update acps set'; drop index users_name;",
    'lock table acps, users in access exclusive mode; alter table users add column a text; alter table acps add column a text;',
  ])('are allowed on one table, or if they are taken first: %s [S-30]', (sql) => {
    expect(problem(sql)).toBeUndefined();
  });

  it.each([
    'alter table users add column a text; alter table acps add column a text;',
    'create index on acps (id); drop index users_name;',
    'create table trial (a uuid references users, b uuid references acps);',
    'update acps set answers = null; create trigger t before insert on users for each row execute function f();',
    'alter table users add column a text; lock table acps, users in access exclusive mode; alter table acps add column a text;',
    'lock table acps in access exclusive mode; alter table acps add column a text; delete from users;',
  ])('are refused if they are taken one after another: %s [S-30]', (sql) => {
    expect(problem(sql)).toMatch(/begin it with "lock table acps, users in access exclusive mode;"/);
  });

  it('are refused in another order, and for more than four tables [S-30]', () => {
    const two = 'alter table users add column a text; alter table acps add column a text;';
    expect(problem(`lock table users, acps in access exclusive mode; ${two}`)).toMatch(/alphabetical/);
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `alter table ${name} add column x text;`).join('');
    expect(problem(five)).toMatch(/divide it into files of at most 4 tables/);
  });
});
