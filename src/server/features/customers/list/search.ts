import { sql, type RawBuilder } from 'kysely';
import { searchTerms, type SearchTerm } from '../../../../domain/customers/search-terms.ts';
import { containing } from '../../../db/lists/list-filters.ts';
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
  const has = (name: string) => containing('providers.search', name);
  const own = names.map((name) => sql`case when ${has(name)} then ${name}::text end`);
  return tx
    .selectFrom('providers')
    .select(['id', sql<(string | null)[]>`array[${sql.join(own)}]`.as('names')])
    .where(sql<boolean>`(${sql.join(names.map(has), sql` or `)})`)
    .where(ofProviders(scope, 'providers.id'))
    .execute();
}

/** A term that only a name or an address can have: an index finds the few that do. */
const isOfPeople = ({ status, providers }: FoundTerm) => status === null && providers.length === 0;

/** Whether the provider is one of these. Beside a term of people's own it is asked of the few, for which no index is needed. */
const isOneOf = (providers: readonly string[], ofFew: boolean): RawBuilder<boolean> =>
  ofFew
    ? sql<boolean>`customer_list.provider_id::text = any(${[...providers]}::text[])`
    : sql<boolean>`customer_list.provider_id = any(${[...providers]}::uuid[])`;

function hasTerm({ words, status, providers }: FoundTerm, ofFew: boolean): RawBuilder<boolean> {
  const ways = [
    containing('customer_list.search', words),
    status === 'complete' && sql<boolean>`customer_list.plan = 'complete'`,
    status === 'draft' && sql<boolean>`customer_list.plan <> 'complete'`,
    providers.length > 0 && isOneOf(providers, ofFew),
  ].filter((way) => way !== false);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** The condition that all is found, each in the name, the address, the plan status or the provider's name (CTABLE-18). */
export function hasTerms(search: Search): RawBuilder<boolean> {
  if (search === null) return sql<boolean>`false`;
  if (search.length === 0) return sql<boolean>`true`;
  const ofFew = search.some(isOfPeople);
  const conditions = search.map((term) => hasTerm(term, ofFew));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
