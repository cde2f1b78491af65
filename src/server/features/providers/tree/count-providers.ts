import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import { customersCounted } from '../../../db/lists/customer-counts.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Numbers over all providers that a caller can see, without archived providers. */
export type ProviderCounts = { count: number; roots: number; customers: number; complete: number };

/** Counts the providers of a scope and their customers, from the stored counts and the later changes. */
export async function countProviders(tx: Tx, scope: Scope): Promise<ProviderCounts> {
  const isTop = scope.people === 'subtree' ? sql`id = ${scope.providerId}::uuid` : sql`parent_id is null`;
  const counted = scope.people === 'all' ? sql`true` : sql`not archived`;
  const isKept = sql`status <> 'archived' and provider_id in (select id from seen where ${counted})`;
  const { rows } = await sql<ProviderCounts>`
    with seen as materialized (select id, parent_id, archived from providers where ${providerInScope(scope)}),
    kept as (
      select plan, customers from ${customersCounted(isKept)} counted
    )
    select
      (select count(*)::int from seen where not archived) as count,
      (select count(*)::int from seen where not archived and ${isTop}) as roots,
      (select coalesce(sum(customers), 0)::int from kept) as customers,
      (select coalesce(sum(customers) filter (where plan = 'complete'), 0)::int from kept) as complete`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, roots: 0, customers: 0, complete: 0 };
}
