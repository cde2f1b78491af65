import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { customPlan, preparedName, StatementCompiler, unprepared } from './prepared-statements.ts';
import type { Tables } from '../tables/tables.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new StatementCompiler(),
  },
});

const users = db.selectFrom('users').select('id');
const isFound = (text: string) => sql<boolean>`${sql.ref('search')} like ${text}`;

describe('prepared statements', () => {
  it('have one name for each text, whatever the values', () => {
    const name = preparedName(users.where('email', '=', 'ann@example.com').compile());
    expect(name).toMatch(/^w\d+$/);
    expect(preparedName(users.where('email', '=', 'bob@example.com').compile())).toBe(name);
    expect(preparedName(users.where('status', '=', 'active').compile())).not.toBe(name);
  });

  it('are all statements without a condition that is marked for a custom plan', () => {
    expect(preparedName(users.where(isFound('%ann%')).compile())).toMatch(/^w\d+$/);
    expect(preparedName(users.where(customPlan(isFound('%ann%'))).compile())).toBeUndefined();
  });

  it('are not those that a caller marks as unprepared', () => {
    const statement = () => users.where('first_name', '=', 'Ann').compile();
    expect(preparedName(unprepared(statement()))).toBeUndefined();
    expect(preparedName(statement())).toMatch(/^w\d+$/);
  });

  it('are not those with a marked condition inside another part, nor is the mark kept for the next statement', () => {
    const marked = customPlan(isFound('%bob%'));
    const inside = sql`select count(*) from (${users.where(sql<boolean>`(${marked} and true)`)}) found`;
    expect(preparedName(inside.compile(db))).toBeUndefined();
    expect(preparedName(sql`select count(*) from users`.compile(db))).toMatch(/^w\d+$/);
  });
});
