import { sql } from 'kysely';
import type { PlanProgress } from '../../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { ofProviders, type CustomerScope } from './places.ts';

/** How many customers there are of each kind. */
export type CustomerCounts = readonly {
  status: AccountStatus;
  plan: PlanProgress;
  customers: number;
}[];

/** Counts the customers of a scope, exactly and without reading any of them: the totals, and what changed since. */
export async function countCustomers(tx: Tx, scope: CustomerScope): Promise<CustomerCounts> {
  const { rows } = await sql<CustomerCounts[number]>`
    select status, plan, sum(customers)::int as customers
    from (
      select status, plan, customers from customer_counts where ${ofProviders(scope, 'provider_id')}
      union all
      select status, plan, change from customer_count_changes where ${ofProviders(scope, 'provider_id')}
    ) counted
    group by status, plan`.execute(tx);
  return rows;
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
