import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { PlanProgress } from '../../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { placesOf, type CustomerScope, type Houses } from './places.ts';

/** Number of customers of each kind. */
export type CustomerCounts = readonly {
  status: AccountStatus;
  plan: PlanProgress;
  customers: number;
}[];

/** Returns the query that adds up the sums and the later changes, for a condition on the provider. */
const countedWhere = (sums: RawBuilder<unknown>, isWithin: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select status, plan, sum(customers)::int as customers
  from (
    select status, plan, customers from ${sums} where ${isWithin}
    union all
    select status, plan, change from customer_count_changes where ${isWithin}
  ) counted
  group by status, plan`;

/** Counts all customers exactly: the sums over all providers are stored separately. */
async function countAll(tx: Tx): Promise<CustomerCounts> {
  const counted = countedWhere(sql`customer_totals`, sql<boolean>`true`);
  const { rows } = await sql<CustomerCounts[number]>`${counted}`.execute(tx);
  return rows;
}

/** The providers of a list's customers, and the number of customers of each kind, which may be known later. */
type Counting = { within: CustomerScope; counts: Promise<CustomerCounts> };

/**
 * Returns the providers of a scope, or of one provider in it, and the exact numbers of their customers, without reading
 * customers. One statement for both, because every page of the list needs them first. For all providers, a page does not have to
 * wait for the numbers. The caller must await them.
 */
export async function beginCounting(
  tx: Tx,
  scope: Scope,
  providerId: string | null,
  houses: Houses = 'working',
): Promise<Counting> {
  const places = placesOf(scope, providerId, houses);
  if (places === 'all') return { within: { ...scope, providers: null }, counts: countAll(tx) };
  if (places === 'none') return { within: { ...scope, providers: [] }, counts: Promise.resolve([]) };
  const counted = countedWhere(
    sql`customer_counts`,
    sql<boolean>`provider_id = any(array(select id from place))`,
  );
  const { rows } = await sql<{ providers: string[]; counts: CustomerCounts }>`
    with place as materialized (select id from providers where ${places})
    select array(select id from place) as providers,
      coalesce((select json_agg(counted) from (${counted}) counted), '[]') as counts`.execute(tx);
  const [found] = rows;
  return {
    within: { ...scope, providers: found?.providers ?? [] },
    counts: Promise.resolve(found?.counts ?? []),
  };
}

/** Does the same, and waits for the numbers. */
export async function countCustomers(
  tx: Tx,
  scope: Scope,
  providerId: string | null,
  houses: Houses = 'working',
): Promise<{ within: CustomerScope; counts: CustomerCounts }> {
  const { within, counts } = await beginCounting(tx, scope, providerId, houses);
  return { within, counts: await counts };
}

type Kind = { status: AccountStatus; plan: PlanProgress };

/** Returns the number of customers of some kinds. */
export const countOf = (counts: CustomerCounts, isCounted: (kind: Kind) => boolean): number =>
  counts.reduce((sum, { customers, ...kind }) => (isCounted(kind) ? sum + customers : sum), 0);

/** Returns the totals of the list, without archived customers (CTABLE-09). */
export const totalsOf = (counts: CustomerCounts): { total: number; complete: number } => ({
  total: countOf(counts, ({ status }) => status !== 'archived'),
  complete: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'complete'),
});
