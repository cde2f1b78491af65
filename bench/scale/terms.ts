import { sql } from 'kysely';
import type { Database } from '../../src/server/db/connection/connect.ts';

export type Term = { kind: string; term: string };

type Person = { first: string; last: string; email: string };

async function samplePeople(db: Database, language: 'en' | 'zh', count: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select lower(first_name) as first, lower(last_name) as last, email
    from users tablesample system (0.5) repeatable (7)
    where permission_role_id = 5 and language = ${sql.lit(language)} limit ${count}`.execute(db);
  return rows;
}

const ofKind = (kind: string, terms: readonly string[]): Term[] => terms.map((term) => ({ kind, term }));

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

const common = [
  'example',
  'mail.example',
  '@',
  '.',
  'smith',
  'house',
  'margaret',
  'post',
  'complete',
  'draft',
];

const withoutMatch = Array.from(
  { length: 58 },
  (_, index) => ['zzzq', 'qqx', '鑫', 'xwq smith', '100%', "o''k"][index % 6]! + index,
);

/** Returns five hundred realistic search terms, made from data in the database. */
export async function searchTerms(db: Database): Promise<Term[]> {
  const western = await samplePeople(db, 'en', 80);
  const chinese = await samplePeople(db, 'zh', 60);
  return [
    ...ofKind('a letter', letters),
    ...ofKind(
      'two letters',
      letters.map((letter, index) => letter + 'aeiou'[index % 5]),
    ),
    ...ofKind(
      'first letters',
      western.map(({ last }) => last.slice(0, 3)),
    ),
    ...ofKind(
      'full name',
      western.map(({ first, last }) => `${first} ${last}`),
    ),
    ...ofKind(
      'e-mail',
      western.map(({ email }) => email.split('@')[0] ?? ''),
    ),
    ...ofKind(
      'part of an e-mail',
      western.slice(0, 40).map(({ email }) => /\d+/.exec(email)?.[0] ?? ''),
    ),
    ...ofKind(
      'Chinese family name',
      chinese.slice(0, 20).map(({ last }) => last),
    ),
    ...ofKind(
      'Chinese given name',
      chinese.map(({ first }) => first),
    ),
    ...ofKind(
      'Chinese full name',
      chinese.slice(0, 40).map(({ first, last }) => `${first} ${last}`),
    ),
    ...ofKind('very common', common),
    ...ofKind('no match', withoutMatch),
  ].slice(0, 500);
}
