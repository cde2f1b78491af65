import { sql, type RawBuilder } from 'kysely';
import { searchTerms, type SearchTerm } from '../../../../domain/customers/search-terms.ts';
import { containing, containingUnread } from '../../../db/lists/list-filters.ts';
import { partsToLookFor } from './parts.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { ofProviders, type CustomerScope } from './places.ts';

/** Something to look for, with the providers of the list that are named like it. */
type FoundTerm = SearchTerm & { providers: readonly string[] };

/** What to look for; null for what finds nothing. */
export type Search = readonly FoundTerm[] | null;

/**
 * Reads what was typed. The providers that it names are looked up first, so that an index has their customers: there are
 * thousands of providers at most, and mostly none is meant.
 */
export async function readSearch(tx: Tx, scope: CustomerScope, typed: string): Promise<Search> {
  if (typed === '') return [];
  const terms = searchTerms(typed);
  if (terms === null) return null;
  const names = terms.flatMap(({ provider }) => (provider === null ? [] : [provider]));
  const named = names.length === 0 ? [] : await providersNamed(tx, scope, names);
  return (
    terms
      .map((term) => ({
        ...term,
        providers: named.flatMap(({ id, names: own }) =>
          term.provider !== null && own.includes(term.provider) ? [id] : [],
        ),
      }))
      // What every provider of the list is named like narrows nothing.
      .filter(({ providers }) => providers.length === 0 || providers.length !== scope.providers?.length)
  );
}

/** The providers of a list whose name has any of these texts, with those that it has. */
async function providersNamed(tx: Tx, scope: CustomerScope, names: readonly string[]) {
  const has = (name: string) => containingUnread('providers.search', name);
  // The index of the words of providers is asked for a part, as that of customers is.
  const mayHave = (name: string) =>
    all([...partsToLookFor(name, 1).map((part) => containingUnread('providers.search', part)), has(name)]);
  const own = names.map((name) => sql`case when ${has(name)} then ${name}::text end`);
  return tx
    .selectFrom('providers')
    .select(['id', sql<(string | null)[]>`array[${sql.join(own)}]`.as('names')])
    .where(any(names.map(mayHave)))
    .where(ofProviders(scope, 'providers.id'))
    .execute();
}

/** Asked of a table, which is looked up in once for each customer however many providers there are. */
const isWithin = (providers: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`customer_list.provider_id in (select unnest(${[...providers]}::uuid[]))`;

/** Asked of the index of words, which meets it with the parts of words in one scan. */
const isOneOf = (providers: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`array[customer_list.provider_id] && ${[...providers]}::uuid[]`;

/** Of so many providers at most the index of words is asked: it follows the list of each. */
const mostProviders = 100;

const hasPlan = (status: 'draft' | 'complete'): RawBuilder<boolean> =>
  status === 'complete'
    ? sql<boolean>`customer_list.plan = 'complete'`
    : sql<boolean>`customer_list.plan <> 'complete'`;

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Asked by a function that no index answers, so that the planner asks the index of words for `narrowed` alone. */
const hasWords = ({ words }: FoundTerm) =>
  sql<boolean>`strpos(customer_list.search, (select lower(${words}))) > 0`;

/** The condition that all is found, each in the name, the address, the plan status or the provider's name (CTABLE-18). */
export function hasTerms(search: Search): RawBuilder<boolean> {
  if (search === null) return sql<boolean>`false`;
  if (search.length === 0) return sql<boolean>`true`;
  return all(
    search.map((term) =>
      any([
        hasWords(term),
        ...(term.status ? [hasPlan(term.status)] : []),
        ...(term.providers.length > 0 ? [isWithin(term.providers)] : []),
      ]),
    ),
  );
}

/** Of this many terms at most that also name providers every reading is asked for by itself. */
const mostReadings = 3;

const searched = 'customer_list.search';

/** What the index of words is asked for: few parts, by the rarest of which it leaps through the lists of the others. */
function hasParts(terms: readonly FoundTerm[], providers: readonly string[] | null): RawBuilder<boolean> {
  const most = terms.length === 1 && !providers ? 2 : 1;
  const parts = terms.flatMap(({ words }) => partsToLookFor(words, most));
  if (providers && parts.length === 0)
    return sql<boolean>`customer_list.provider_id = any(${[...providers]}::uuid[])`;
  const within = providers && providers.length <= mostProviders ? [isOneOf(providers)] : [];
  // A few letters alone may be in half of all names: the planner decides by what it knows of them.
  const isOpen = within.length === 0 && parts.length === 1 && /^ ?[a-z]{1,3}$/i.test(parts[0] ?? '');
  return all([...parts.map((part) => (isOpen ? containing : containingUnread)(searched, part)), ...within]);
}

/**
 * Every reading of what was typed: each term that also names providers is meant as a word of the person or as the provider's name.
 * Two such terms are each common and together rare, and indexes answer a reading as a whole, where they would have to gather all
 * customers of all providers named and all people called so for the terms one by one.
 */
function readings(terms: readonly FoundTerm[], within: readonly string[] | null): RawBuilder<boolean>[] {
  let found: { words: readonly FoundTerm[]; providers: readonly string[] | null }[] = [
    { words: [], providers: null },
  ];
  for (const term of terms)
    found = found.flatMap(({ words, providers }) => {
      const asWord = { words: [...words, term], providers };
      if (term.providers.length === 0) return [asWord];
      const both = providers ? providers.filter((id) => term.providers.includes(id)) : term.providers;
      return both.length === 0 ? [asWord] : [asWord, { words, providers: both }];
    });
  return found.map(({ words, providers }) => hasParts(words, providers ?? within));
}

/**
 * What follows from `hasTerms` and the providers of the list and indexes answer quickly, for where those that match are gathered;
 * null where nothing does. Some who have all parts do not have the terms.
 */
export function narrowed(search: Search, { providers: within }: CustomerScope): RawBuilder<boolean> | null {
  const terms = search?.filter(({ status }) => status === null) ?? [];
  if (terms.length === 0) return null;
  const named = terms.filter(({ providers }) => providers.length > 0);
  if (named.length <= mostReadings) return any(readings(terms, within));
  return all(terms.map((term) => any(readings([term], within))));
}

/** Whether one in a hundred customers may match: who types several words, or a number, means few. */
export function mayBeCommon(search: Search): boolean {
  const terms = search?.filter(({ status }) => status === null) ?? [];
  return (
    terms.filter(({ providers }) => providers.length <= mostProviders).length <= 1 &&
    terms.every(({ words }) => !/\d{3}|[^\d\s].*\d/.test(words))
  );
}
