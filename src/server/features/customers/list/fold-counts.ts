import { sql } from 'kysely';
import type { Database } from '../../../pipeline/context.ts';

/** Number of differences that one statement folds, so that it locks the counts of a provider only briefly. */
const batch = 10_000;
/** Maximum number of statements in one run. The rest is folded by the next run. */
const maxBatches = 100;
/** Maximum number of locked differences that are counted. */
const maxCounted = 1_000;

/**
 * Adds the differences that exist now to the counts and deletes them, the oldest first. Readers add both, so the sum is the same
 * before, between and after. Two runs at once take different rows, and always lock counts in the same order.
 * Returns how many rows were skipped because another transaction has locked them, at most 1,000.
 */
export async function foldCustomerCounts(db: Database): Promise<{ skipped: number }> {
  const newest = await sql<{ id: string | null }>`select max(id) as id from customer_count_changes`.execute(
    db,
  );
  const until = newest.rows[0]?.id ?? null;
  if (until === null) return { skipped: 0 };
  for (let done = 0; done < maxBatches; done += 1) {
    const { rows } = await sql<{ folded: number }>`
      with due as (
        select id from customer_count_changes where id <= ${until} order by id limit ${sql.lit(batch)} for update skip locked
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
    if ((rows[0]?.folded ?? 0) < batch) return { skipped: await leftUntil(db, until) };
  }
  return { skipped: 0 };
}

async function leftUntil(db: Database, until: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from (
      select 1 from customer_count_changes where id <= ${until} limit ${sql.lit(maxCounted)}
    ) rest`.execute(db);
  return rows[0]?.left ?? 0;
}

/** Age of the oldest difference that is not folded, in seconds; 0 when there is none. */
export async function oldestCountChange(db: Database): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from clock_timestamp() - (
      select added_at from customer_count_changes order by id limit 1
    )), 0)::float8 as age`.execute(db);
  return Math.max(0, rows[0]?.age ?? 0);
}
