import { sql, type RawBuilder } from 'kysely';
import { searchTerms, type SearchTerm } from '../../../../../domain/customers/search-terms.ts';
import { containing, containingUnread } from '../../../../db/lists/list-filters.ts';
import { partCounts } from './part-counts.ts';
import { partsToLookFor } from './parts.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { ofProviders, type CustomerScope } from '../places.ts';

/** A search term, with the providers of the list that match it by name, and the parts of its words to query the index for. */
type FoundTerm = SearchTerm & {
  providers: readonly string[];
  rareParts: (most: number) => readonly string[];
};

/** Terms of a search; null for a search that finds nothing. */
export type Search = readonly FoundTerm[] | null;

/**
 * Parses the typed search. Looks up the named providers first, so that an index can return their customers: there are thousands
 * of providers at most, and usually none is named.
 */
export async function readSearch(tx: Tx, scope: CustomerScope, typed: string): Promise<Search> {
  if (typed === '') return [];
  const terms = searchTerms(typed);
  if (terms === null) return null;
  const names = terms.flatMap(({ provider }) => (provider === null ? [] : [provider]));
  const named = names.length === 0 ? [] : await providersNamed(tx, scope, names);
  const countOf = await partCounts(tx, 'customer_list');
  return (
    terms
      .map((term) => ({
        ...term,
        providers: named.flatMap(({ id, names: own }) =>
          term.provider !== null && own.includes(term.provider) ? [id] : [],
        ),
        rareParts: (most: number) => partsToLookFor(term.words, most, countOf),
      }))
      // A term that matches every provider in the list filters nothing.
      .filter(({ providers }) => providers.length === 0 || providers.length !== scope.providers?.length)
  );
}

/** Returns the providers of a list whose name contains any of these texts, with the texts that it contains. */
async function providersNamed(tx: Tx, scope: CustomerScope, names: readonly string[]) {
  const countOf = await partCounts(tx, 'providers');
  const has = (name: string) => containingUnread('providers.search', name);
  // Query the trigram index of providers for one part, as for customers.
  const mayHave = (name: string) =>
    all([
      ...partsToLookFor(name, 1, countOf).map((part) => containingUnread('providers.search', part)),
      has(name),
    ]);
  const own = names.map((name) => sql`case when ${has(name)} then ${name}::text end`);
  return tx
    .selectFrom('providers')
    .select(['id', sql<(string | null)[]>`array[${sql.join(own)}]`.as('names')])
    .where(any(names.map(mayHave)))
    .where(ofProviders(scope, 'providers.id'))
    .execute();
}

/** Uses a hashed subquery, with one lookup for each customer for any number of providers. */
const isWithin = (providers: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`customer_list.provider_id in (select unnest(${[...providers]}::uuid[]))`;

/** Uses the search index, which combines this with the parts of words in one scan. */
const isOneOf = (providers: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`array[customer_list.provider_id] && ${[...providers]}::uuid[]`;

/** Maximum number of providers for which the search index is used: it reads a list for each. */
const mostProviders = 100;

const hasPlan = (status: 'draft' | 'complete'): RawBuilder<boolean> =>
  status === 'complete'
    ? sql<boolean>`customer_list.plan = 'complete'`
    : sql<boolean>`customer_list.plan <> 'complete'`;

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Uses a function that no index supports, so that the planner uses the search index only for `narrowed`. */
const hasWords = ({ words }: FoundTerm) =>
  sql<boolean>`strpos(customer_list.search, (select lower(${words}))) > 0`;

/**
 * Returns the condition that every term is found in the name, the address, the plan status or the provider's name (CTABLE-18).
 */
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

/** Maximum number of terms that also name providers for which every combination of readings is queried. */
const mostReadings = 3;

const searched = 'customer_list.search';

/**
 * Returns the condition for the search index: few parts, because the rarest part lets it skip through the lists of the others.
 */
function hasParts(terms: readonly FoundTerm[], providers: readonly string[] | null): RawBuilder<boolean> {
  const most = terms.length === 1 && !providers ? 2 : 1;
  const parts = terms.flatMap(({ rareParts }) => rareParts(most));
  if (providers && parts.length === 0)
    return sql<boolean>`customer_list.provider_id = any(${[...providers]}::uuid[])`;
  const within = providers && providers.length <= mostProviders ? [isOneOf(providers)] : [];
  // A few letters may occur in half of all names, so the planner decides by its statistics.
  const isOpen = within.length === 0 && parts.length === 1 && /^ ?[a-z]{1,3}$/i.test(parts[0] ?? '');
  return all([...parts.map((part) => (isOpen ? containing : containingUnread)(searched, part)), ...within]);
}

/**
 * Returns every reading of the search: each term that also names providers can mean a word of the person or the provider's name.
 * Two such terms are each common but together rare. An index can answer one reading as a whole; for single terms, it would have
 * to gather all customers of all named providers and all people with that name.
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
 * Returns a condition that follows from `hasTerms` and the providers of the list, and that indexes answer quickly, for gathering
 * the candidates; null if there is none. Some candidates with all parts do not have the terms.
 */
export function narrowed(search: Search, { providers: within }: CustomerScope): RawBuilder<boolean> | null {
  const terms = search?.filter(({ status }) => status === null) ?? [];
  if (terms.length === 0) return null;
  const named = terms.filter(({ providers }) => providers.length > 0);
  if (named.length <= mostReadings) return any(readings(terms, within));
  return all(terms.map((term) => any(readings([term], within))));
}

/** Whether one in a hundred customers may match. Several words, or a number, match few customers. */
export function mayBeCommon(search: Search): boolean {
  const terms = search?.filter(({ status }) => status === null) ?? [];
  return (
    terms.filter(({ providers }) => providers.length <= mostProviders).length <= 1 &&
    terms.every(({ words }) => !/\d{3}|[^\d\s].*\d/.test(words))
  );
}
