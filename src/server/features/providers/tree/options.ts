import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { providerList } from '../../../../domain/lists/definitions/providers.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { findProviderIds } from './find-providers.ts';

/** A provider to choose, with the names above it that the caller can see, and its level in the whole tree. */
export type ProviderOption = { id: string; name: string; path_names: string[]; level: number };

/** Loads a page of the providers of a scope to choose from. */
export async function findOptions(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof providerList>,
): Promise<Page<ProviderOption>> {
  const { ids, ...counted } = await findProviderIds(tx, scope, query, { onlyBelow: false });
  const { rows } = await sql<ProviderOption>`
    select providers.id, providers.name, cardinality(providers.path) as level, (
      select coalesce(array_agg(above.name order by step.place), '{}')
      from unnest(providers.path) with ordinality as step (id, place)
      join providers above on above.id = step.id and above.id <> providers.id
      where ${providerInScope(scope, 'above.path')}) as path_names
    from providers where providers.id = any(${ids}::uuid[]) and ${providerInScope(scope, 'providers.path')}
    order by providers.search, providers.id`.execute(tx);
  return { ...counted, data: rows };
}
