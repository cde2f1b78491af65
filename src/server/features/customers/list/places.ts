import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** The scope of a list of customers, with the providers whose customers it holds; null for every customer there is. */
export type CustomerScope = Scope & { readonly providers: readonly string[] | null };

/**
 * The customers of a scope, or those of one provider in it with the providers under it. A provider's staff see nothing of
 * archived providers (GAP-96). A provider outside the scope has none.
 */
export async function customersIn(tx: Tx, scope: Scope, providerId: string | null): Promise<CustomerScope> {
  if (scope.people === 'all' && providerId === null) return { ...scope, providers: null };
  if (scope.people === 'none' || scope.people === 'one') return { ...scope, providers: [] };
  const rows = await tx
    .selectFrom('providers')
    .select('id')
    .where(providerInScope(scope))
    .$if(scope.people === 'subtree', (query) => query.where('archived', '=', false))
    .$if(providerId !== null, (query) =>
      query.where(sql<boolean>`path @> array[${providerId}::uuid] and exists (
        select 1 from providers asked where asked.id = ${providerId}::uuid and ${providerInScope(scope, 'asked.path')})`),
    )
    .execute();
  return { ...scope, providers: rows.map(({ id }) => id) };
}

/** The condition that keeps a query to the customers of a scope. `provider` is the column with their provider's id. */
export function ofProviders({ providers }: CustomerScope, provider: string): RawBuilder<boolean> {
  if (providers === null) return sql<boolean>`true`;
  if (providers.length === 0) return sql<boolean>`false`;
  // An index has the rows of one provider in order, and those of several not.
  const [only] = providers;
  return providers.length === 1
    ? sql<boolean>`${sql.ref(provider)} = ${only}::uuid`
    : sql<boolean>`${sql.ref(provider)} = any(${[...providers]}::uuid[])`;
}
