import { sql } from 'kysely';
import type { Database } from '../../src/server/db/connect.ts';

export type Term = { kind: string; term: string };

/** Returns five hundred realistic search terms, made from data in the database. */
export async function searchTerms(db: Database): Promise<Term[]> {
  const sample = async (condition: string, count: number) => {
    const { rows } = await sql<{ first: string; last: string; email: string }>`
      select lower(first_name) as first, lower(last_name) as last, email
      from users tablesample system (0.5) repeatable (7)
      where permission_role_id = 5 and ${sql.raw(condition)} limit ${count}`.execute(db);
    return rows;
  };
  const western = await sample(`language = 'en'`, 80);
  const chinese = await sample(`language = 'zh'`, 60);
  const of = (kind: string, terms: readonly string[]): Term[] => terms.map((term) => ({ kind, term }));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return [
    ...of('a letter', letters),
    ...of(
      'two letters',
      letters.map((letter, index) => letter + 'aeiou'[index % 5]),
    ),
    ...of(
      'first letters',
      western.map(({ last }) => last.slice(0, 3)),
    ),
    ...of(
      'full name',
      western.map(({ first, last }) => `${first} ${last}`),
    ),
    ...of(
      'e-mail',
      western.map(({ email }) => email.split('@')[0] ?? ''),
    ),
    ...of(
      'part of an e-mail',
      western.slice(0, 40).map(({ email }) => /\d+/.exec(email)?.[0] ?? ''),
    ),
    ...of(
      'Chinese family name',
      chinese.slice(0, 20).map(({ last }) => last),
    ),
    ...of(
      'Chinese given name',
      chinese.map(({ first }) => first),
    ),
    ...of(
      'Chinese full name',
      chinese.slice(0, 40).map(({ first, last }) => `${first} ${last}`),
    ),
    ...of('very common', [
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
    ]),
    ...of(
      'no match',
      Array.from(
        { length: 58 },
        (_, index) => ['zzzq', 'qqx', '鑫', 'xwq smith', '100%', "o''k"][index % 6]! + index,
      ),
    ),
  ].slice(0, 500);
}
