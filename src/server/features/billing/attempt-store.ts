import { sql, type Selectable, type Updateable } from 'kysely';
import type { SavedCard } from '../../../domain/billing/card.ts';
import type { KeptPromotion, PaymentAttemptsTable } from '../../db/tables/billing.ts';
import type { Tx } from '../../pipeline/context.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;

/** How long one call may work on an intent to pay before others may, unless it says that it lives. */
const leaseSeconds = 60;

// Rounds to whole milliseconds, so that a value that was read back equals the stored value.
const leaseEnd = sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${leaseSeconds})`;

/** The intent to pay that is open for a person; undefined for none. `claimed` says whether a call works on it now. */
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

/** The last intent to pay of a person on which a call with this key worked. */
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

/** The browser's key of a call, with the hash of what it asks for. */
export type Request = { key: string; hash: Buffer };

/** Begins an intent to pay, claimed by the caller. Only while none is open for the person. */
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

/** Claims an open intent to pay for one call; undefined while another one has it. */
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

/** Changes an intent to pay that is claimed, and claims it for as long again; undefined when the claim was lost. */
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

/** The saved card, as far as it may be shown; null for none. */
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
