import { sql } from 'kysely';
import type { Database, Tx } from '../../../pipeline/context.ts';

/** Loads the open payment attempts of customers of the payment company, by customer. */
export async function findOpenAttemptsOf(
  tx: Tx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ customer: string; attempt: string }>`
    select users.stripe_customer_id as customer, payment_attempts.id as attempt
    from users join payment_attempts on payment_attempts.user_id = users.id
    where users.stripe_customer_id = any(${[...customerIds]}::text[]) and payment_attempts.state = 'open'`.execute(
    tx,
  );
  return new Map(rows.map(({ customer, attempt }) => [customer, attempt]));
}

/**
 * Takes open payment attempts that are due to be read again, the longest unread first, and marks them as read: after half a
 * minute at first, then after a quarter of their age, at most after an hour. Several processes can share the work.
 */
export async function takeDueAttempts(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment_attempts set updated_at = ${now}
    where id = any(array(
      select id from payment_attempts
      where state = 'open'
        and updated_at < ${now}::timestamptz - interval '30 seconds'
        and updated_at < ${now}::timestamptz - least((updated_at - created_at) / 4, interval '1 hour')
        and (claimed_until is null or claimed_until < ${now})
      order by updated_at limit ${limit} for update skip locked))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
