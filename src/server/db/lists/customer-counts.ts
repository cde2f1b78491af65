import { sql, type RawBuilder } from 'kysely';
import type { PlanProgress } from '../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';

/** The dimensions by which customers are counted in the database. */
export type CustomerKind = { provider_id: string | null; status: AccountStatus; plan: PlanProgress };

/** Number of customers of a kind, by some of the dimensions. */
export type CountedBy<By extends keyof CustomerKind> = Pick<CustomerKind, By> & { customers: number };

/** Customers to count: all of them, or a condition on `provider_id`, or on any other dimension too. */
type Counted = RawBuilder<unknown> | 'all';

/**
 * Returns the numbers `(provider_id, status, plan, customers)` of some customers, as a part of a statement: the stored counts and
 * the later differences, so several rows may be of the same kind. Every count of customers adds up these.
 */
export const customersCounted = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select provider_id, status, plan, customers from customer_counts where ${which}
  union all
  select provider_id, status, plan, change from customer_count_changes where ${which}
)`;

/** Returns the same numbers of all customers, without the provider: the sums over all providers are stored separately. */
const allCounted = sql`(
  select status, plan, customers from customer_totals
  union all
  select status, plan, change from customer_count_changes
)`;

/** Returns the query for the exact numbers of customers by any of the dimensions, without reading customers. */
export function countsBy<By extends keyof CustomerKind>(
  which: Counted,
  by: readonly [By, ...By[]],
): RawBuilder<CountedBy<By>> {
  const isByProvider = by.some((dimension) => dimension === 'provider_id');
  const dimensions = sql.join(by.map((dimension) => sql.ref(dimension)));
  const counted =
    which !== 'all' ? customersCounted(which) : isByProvider ? customersCounted(sql`true`) : allCounted;
  return sql<CountedBy<By>>`
    select ${dimensions}, sum(customers)::int as customers from ${counted} counted group by ${dimensions}`;
}
