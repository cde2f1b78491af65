import { sql } from 'kysely';
import type { Database, Tx } from '../../../pipeline/context.ts';

/** The open intent to pay of a customer of the payment company; null for none. */
export async function findOpenAttemptOf(tx: Tx, customerId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_attempts')
    .innerJoin('users', 'users.id', 'payment_attempts.user_id')
    .select('payment_attempts.id')
    .where('users.stripe_customer_id', '=', customerId)
    .where('payment_attempts.state', '=', 'open')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Takes open intents to pay that are to be read again, the longest unread first, and marks them as read: after half a minute at first,
 * then after a quarter of their age, at most after an hour. Several processes share them.
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
