import { sql } from 'kysely';
import type { Database } from '../../../pipeline/context.ts';

/** Differences that one statement folds, so that it holds the counts of a provider for a moment only. */
const batch = 10_000;

/**
 * Adds the differences to the counts and forgets them, the oldest first. Readers add both, so the sum is the same before, between
 * and after. Two at once take different ones, and always lock counts in the same order.
 */
export async function foldCustomerCounts(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ folded: number }>`
      with due as (
        select id from customer_count_changes order by id limit ${sql.lit(batch)} for update skip locked
      ), gone as (
        delete from customer_count_changes where id = any(array(select id from due))
        returning provider_id, status, plan, change
      ), sums as (
        select provider_id, status, plan, sum(change) as change from gone
        group by provider_id, status, plan having sum(change) <> 0
        order by provider_id, status, plan
      ), folded as (
        insert into customer_counts as known (provider_id, status, plan, customers)
        select provider_id, status, plan, change from sums
        on conflict (provider_id, status, plan) do update set customers = known.customers + excluded.customers
      )
      select count(*)::int as folded from due`.execute(db);
    if ((rows[0]?.folded ?? 0) < batch) return;
  }
}
