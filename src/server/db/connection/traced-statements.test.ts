import { expect, it } from 'vitest';
import { partOfStatement } from './traced-statements.ts';

it.each([
  ['select "id" from "acps" where "id" = $1 for update', 'SELECT acps'],
  ['insert into "outbox" ("type") values ($1)', 'INSERT outbox'],
  ['update "users" set "first_name" = $1', 'UPDATE users'],
  ['\n  delete from outbox where id = any($1)', 'DELETE outbox'],
  ['with audited as (insert into audit_log (chain) values ($1) returning id) select 1', 'INSERT audit_log'],
  ['with found as (select id from users) update "acps" set "version" = 2', 'UPDATE acps'],
  ['with found as (select id from users) select * from found', 'SELECT users'],
  ['select "id" from "customer_list" as "list"', 'SELECT customer_list'],
  ['update "users" as "each" set "status" = $1', 'UPDATE users'],
  [
    'select "id", (select count(*) from "files" where (owner = acps.id)) from "acps" where id = any(array($1))',
    'SELECT acps',
  ],
  ['select now()', 'SELECT'],
  ['commit', 'COMMIT'],
  ['rollback', 'ROLLBACK'],
])('names a statement by what it does and by a table of ours: %s', (sql, name) => {
  expect(partOfStatement(sql)?.name).toBe(name);
});

it.each(['begin', 'start transaction', 'set local lock_timeout = 5', 'listen news'])(
  'gives no span to: %s',
  (sql) => {
    expect(partOfStatement(sql)).toBeNull();
  },
);

it('takes nothing of a text that holds a value', () => {
  const part = partOfStatement(
    `select 'from Zanthorpe' from "Zanthorpe" join zanthorpe on name = 'Zanthorpe'`,
  );
  expect(JSON.stringify(part)).not.toMatch(/zanthorpe/i);
});
