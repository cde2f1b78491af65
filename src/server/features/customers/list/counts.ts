import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { PlanProgress } from '../../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { placesOf, type CustomerScope, type Houses } from './places.ts';

/** How many customers there are of each kind. */
export type CustomerCounts = readonly {
  status: AccountStatus;
  plan: PlanProgress;
  customers: number;
}[];

/** What is counted for a condition on the provider: the sums, and what changed since. */
const countedWhere = (sums: RawBuilder<unknown>, isWithin: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select status, plan, sum(customers)::int as customers
  from (
    select status, plan, customers from ${sums} where ${isWithin}
    union all
    select status, plan, change from customer_count_changes where ${isWithin}
  ) counted
  group by status, plan`;

/** Counts every customer there is, exactly: the sums over all providers are kept by themselves. */
async function countAll(tx: Tx): Promise<CustomerCounts> {
  const counted = countedWhere(sql`customer_totals`, sql<boolean>`true`);
  const { rows } = await sql<CustomerCounts[number]>`${counted}`.execute(tx);
  return rows;
}

/** Where the customers of a list are, and how many there are of each kind, which may be known later. */
type Counting = { within: CustomerScope; counts: Promise<CustomerCounts> };

/**
 * The providers of a scope, or of one provider in it, and the exact numbers of their customers, without reading any of those. One
 * statement for both: every page of the list asks for them first. Over all providers a page need not wait for the numbers. Who calls
 * this awaits them.
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

/** The same, known at once. */
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

/** How many there are of some kinds. */
export const countOf = (counts: CustomerCounts, isCounted: (kind: Kind) => boolean): number =>
  counts.reduce((sum, { customers, ...kind }) => (isCounted(kind) ? sum + customers : sum), 0);

/** Those of the list: archived customers are none of it (CTABLE-09). */
export const totalsOf = (counts: CustomerCounts): { total: number; complete: number } => ({
  total: countOf(counts, ({ status }) => status !== 'archived'),
  complete: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'complete'),
});
