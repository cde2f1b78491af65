import { sql, type Selectable, type Updateable } from 'kysely';
import type { SavedCard } from '../../../../domain/billing/cards/card.ts';
import type { KeptPromotion, PaymentAttemptsTable } from '../../../db/tables/billing.ts';
import type { Tx } from '../../../pipeline/context.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;

/** How long a call can work on a payment attempt before another call can take over, in seconds, unless it extends the claim. */
const leaseSeconds = 60;

// Rounds to whole milliseconds, so that a value that was read back equals the stored value.
const leaseEnd = sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${leaseSeconds})`;

/** Loads the open payment attempt of a person; undefined if there is none. `claimed` is true while a call works on it. */
export const findOpenAttempt = (
  tx: Tx,
  userId: string,
): Promise<(Attempt & { claimed: boolean }) | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .select(sql<boolean>`coalesce(claimed_until > now(), false)`.as('claimed'))
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** Loads the latest payment attempt of a person on which a call with this idempotency key worked. */
export const findAttemptOfKey = (tx: Tx, userId: string, key: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findLatestAttempt = (tx: Tx, userId: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findAttempt = (tx: Tx, id: string): Promise<Attempt | undefined> =>
  tx.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

export type NewAttempt = {
  user_id: string;
  subscription_id: string;
  promotion_id: string | null;
  promotion: KeptPromotion | null;
  total: number;
  request: Request | null;
  stripe_invoice_id?: string;
  overdue?: boolean;
};

/** The idempotency key of a browser's call, with the hash of its input. */
export type Request = { key: string; hash: Buffer };

/** Inserts a payment attempt, claimed by the caller. Requires that no attempt is open for the person. */
export const insertAttempt = (
  tx: Tx,
  { promotion, request, ...values }: NewAttempt,
  now: Date,
): Promise<Attempt> =>
  tx
    .insertInto('payment_attempts')
    .values({
      ...values,
      promotion: promotion && JSON.stringify(promotion),
      request_key: request?.key ?? null,
      request_hash: request?.hash ?? null,
      claimed_until: leaseEnd,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Claims an open payment attempt for one call; undefined while another call has it. */
export const claimAttempt = (tx: Tx, id: string, request: Request | null): Promise<Attempt | undefined> =>
  tx
    .updateTable('payment_attempts')
    .set({
      claimed_until: leaseEnd,
      ...(request && { request_key: request.key, request_hash: request.hash }),
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(sql<boolean>`coalesce(claimed_until <= now(), true)`)
    .returningAll()
    .executeTakeFirst();

/** Updates a claimed payment attempt, and extends the claim; undefined if the claim was lost. */
export const updateClaimed = (
  tx: Tx,
  { id, claimed_until }: Pick<Attempt, 'id' | 'claimed_until'>,
  change: Updateable<PaymentAttemptsTable>,
  now: Date,
): Promise<Attempt | undefined> =>
  tx
    .updateTable('payment_attempts')
    .set({ claimed_until: leaseEnd, ...change, updated_at: now })
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .returningAll()
    .executeTakeFirst();

/** Loads the saved card, with the data that can be shown; null if there is none. */
export async function findSavedCard(
  tx: Tx,
  userId: string,
): Promise<(SavedCard & { payment_method_id: string }) | null> {
  const row = await tx
    .selectFrom('payment_cards')
    .select(['payment_method_id', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
