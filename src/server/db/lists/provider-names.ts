import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { Page } from '../../../domain/lists/page.ts';
import { providerNameList } from '../../../domain/lists/definitions/provider-names.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { hasWords } from './list-filters.ts';
import { listSource, readPage } from './page.ts';
import { providerInScope } from './scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A provider to choose, with the names from the root of its tree down to its parent. */
export type ProviderName = { id: string; name: string; path_names: string[] };

const source = listSource(providerNameList, {
  rows: (tx, scope: Scope) =>
    tx
      .selectFrom('providers')
      .where('providers.archived', '=', false)
      .where(providerInScope(scope, 'providers.path'))
      .select([
        'providers.id',
        'providers.name',
        sql<string[]>`(
          select coalesce(array_agg(above.name order by step.ordinality), '{}')
          from unnest(providers.path) with ordinality as step (id, ordinality)
          join providers above on above.id = step.id and above.id <> providers.id
          where ${providerInScope(scope, 'above.path')})`.as('path_names'),
      ]),
  id: 'providers.id',
  filters: { searchQuery: (words) => hasWords('providers.search', words) },
  sorts: { name: 'providers.search' },
});

/** Returns a page of the providers of a scope, without archived ones. */
export const findProviderNames = (
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof providerNameList>,
): Promise<Page<ProviderName>> => readPage(tx, source, scope, query);
