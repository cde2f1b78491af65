import { sql } from 'kysely';
import type { Database } from '../../src/server/db/connection/connect.ts';
import { digits, quantile, timesFigure, type Figure } from '../measuring/figure.ts';
import { graphql } from './list.ts';
import { ask, type Staff } from './staff.ts';
import { searchTerms, type Term } from './terms.ts';

const query = `query findResidents($typed: String!) { findResidents(typed: $typed) { closest more data {
  id first_name last_name customer_id provider_id provider birth_date plan_state customer_status set_aside } } }`;

/** Returns a word with one typing error at a position that depends on the word: a letter replaced, missing, added, or two swapped. */
function mistyped(word: string, index: number): string {
  const at = 1 + (index % (word.length - 2));
  const [before, letter, next, after] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ];
  return [
    `${before}q${next}${after}`,
    before + next + after,
    `${before}${letter}q${next}${after}`,
    before + next + letter + after,
  ][index % 4]!;
}

/** Returns two hundred terms from data in the database: half with a wrong letter, half with a birth date. */
async function harderTerms(db: Database): Promise<Term[]> {
  const { rows } = await sql<{ first: string; last: string; dob: string }>`
    select lower(first_name) as first, lower(last_name) as last, to_char(dob, 'DD/MM/YYYY') as dob
    from users tablesample system (1) repeatable (11)
    where permission_role_id = 5 and language = 'en' and length(last_name) >= 4 and dob is not null limit 200`.execute(
    db,
  );
  return rows.map(({ first, last, dob }, index) => {
    const wrong = mistyped(last, index);
    switch (index % 4) {
      case 0:
        return { kind: 'wrong letter', term: wrong };
      case 1:
        return { kind: 'wrong letter in a full name', term: `${first} ${wrong}` };
      case 2:
        return { kind: 'birth date', term: index % 8 < 4 ? dob : dob.replace('/19', '/') };
      default:
        return {
          kind: 'birth date or year with a name',
          term: `${last} ${index % 8 < 4 ? dob : dob.slice(6)}`,
        };
    }
  });
}

/** Finds each term twice as one caller: 95th percentile of all terms and by kind. */
async function figureOf(
  team: readonly [Staff, ...Staff[]],
  name: string,
  terms: readonly Term[],
  most: number,
): Promise<Figure> {
  const times = new Map<string, number[]>();
  const slow: { term: string; took: number }[] = [];
  for (const [index, { kind, term }] of [...terms, ...terms].entries()) {
    // In alternation, because searches per person and minute are limited.
    const staff = team[index % team.length] ?? team[0];
    const { took } = await ask(
      staff,
      graphql(staff, query, () => ({ typed: term })),
    );
    times.set(kind, [...(times.get(kind) ?? []), took]);
    slow.push({ term, took });
  }
  const p95 = (some: readonly number[]) =>
    digits(
      quantile(
        some.toSorted((a, b) => a - b),
        0.95,
      ),
    );
  const kinds = [...times].map(([kind, some]) => `${kind} ${p95(some)}`);
  const slowest = slow.toSorted((a, b) => b.took - a.took).slice(0, 8);
  const figure = timesFigure(name, [...times.values()].flat(), most, ', one caller');
  return {
    ...figure,
    about: `${figure.about ?? ''}; 95 of 100 by kind: ${kinds.join(', ')}; slowest: ${slowest.map(({ term, took }) => `"${term}" ${digits(took)}`).join(', ')}`,
  };
}

/** Finds customers as an administrator of all: the terms of the search, and those with a wrong letter or a birth date. */
export async function findFigures(team: readonly [Staff, ...Staff[]], db: Database): Promise<Figure[]> {
  const terms = await searchTerms(db);
  const harder = await harderTerms(db);
  return [
    await figureOf(team, `find, ${terms.length} terms twice`, terms, 15),
    await figureOf(
      team,
      `find, ${harder.length} terms with a wrong letter or a birth date twice`,
      harder,
      20,
    ),
  ];
}
