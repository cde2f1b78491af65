import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { providerInScope } from '../../../db/lists/scope.ts';

/** The scope of a list of customers, with its providers; null for all customers. */
export type CustomerScope = Scope & { readonly providers: readonly string[] | null };

/** Whether a list contains the customers of active houses, or those of archived ones, which are listed separately (D-63). */
export type Houses = 'working' | 'archived';

/**
 * Returns the condition on the providers of a list's customers: the providers of a scope, or one provider in it with the
 * providers under it. A provider's staff see archived providers only separately (GAP-96, D-63). A provider outside the scope
 * matches nothing.
 */
export function placesOf(
  scope: Scope,
  providerId: string | null,
  houses: Houses,
): RawBuilder<boolean> | 'all' | 'none' {
  if (scope.people === 'all' && providerId === null && houses === 'working') return 'all';
  if (scope.people === 'none' || scope.people === 'one') return 'none';
  const conditions = [
    providerInScope(scope),
    houses === 'archived' ? sql<boolean>`archived` : scope.people === 'subtree' && sql<boolean>`not archived`,
    providerId !== null && sql<boolean>`path @> array[${providerId}::uuid]`,
    providerId !== null &&
      sql<boolean>`exists (
        select 1 from providers asked where asked.id = ${providerId}::uuid and ${providerInScope(scope, 'asked.path')})`,
  ].filter((condition) => condition !== false);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the condition that limits a query to the customers of a scope. `provider` is the column with their provider's id. */
export function ofProviders({ providers }: CustomerScope, provider: string): RawBuilder<boolean> {
  if (providers === null) return sql<boolean>`true`;
  if (providers.length === 0) return sql<boolean>`false`;
  // An index returns the rows of one provider in order, but not those of several.
  const [only] = providers;
  return providers.length === 1
    ? sql<boolean>`${sql.ref(provider)} = ${only}::uuid`
    : sql<boolean>`${sql.ref(provider)} = any(${[...providers]}::uuid[])`;
}
