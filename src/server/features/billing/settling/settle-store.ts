import type { BookedInvoice, PlanPromotion } from '../../../../domain/billing/lifecycle.ts';
import type { InvoiceFacts } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { graceUntil } from '../../../../domain/billing/lifecycle.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { nextInvoiceNumber } from '../invoices/invoice-number.ts';
import type { Attempt } from '../attempts/attempt-store.ts';

/** A person whose rows change: locked, so that simultaneous settling of the same person waits. */
export type Settling = {
  userId: string;
  language: Language;
  status: 'invited' | 'active' | 'suspended' | 'archived';
  subscriptionId: string | null;
  nextBillingDate: string | null;
  promotionId: string | null;
};

/** Loads and locks the person of a customer of the payment company; undefined if there is none. */
export const lockPerson = (tx: Tx, customerId: string): Promise<Settling | undefined> =>
  tx
    .selectFrom('users')
    .select([
      'id as userId',
      'language',
      'status',
      'subscription_id as subscriptionId',
      'next_billing_date as nextBillingDate',
      'stripe_promotion_id as promotionId',
    ])
    .where('stripe_customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();

/** Returns the promotion of a payment attempt for its payment plan. */
export const promotionOf = ({ promotion_id, promotion }: Attempt): PlanPromotion | null =>
  promotion_id === null || promotion === null ? null : { id: promotion_id, ...promotion };

/** Loads the payment attempt of an invoice or a subscription; undefined if it was created elsewhere. */
export const findAttemptBehind = (
  tx: Tx,
  userId: string,
  by: { attemptId: string | null; subscriptionId: string | null; invoiceId: string | null },
): Promise<Attempt | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('id', '=', isUuid(by.attemptId) ? by.attemptId : null),
        eb('stripe_subscription_id', '=', by.subscriptionId),
        eb('stripe_invoice_id', '=', by.invoiceId),
      ]),
    )
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

const isUuid = (text: string | null): text is string =>
  text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Marks a payment attempt as paid, whichever call or event reports it. Also marks an attempt that was cancelled but paid anyway.
 * A renewal is only paid by the attempt that was made for it.
 */
export const notePaid = (
  tx: Tx,
  userId: string,
  invoice: InvoiceFacts,
  attemptId: string | null,
  now: Date,
) =>
  tx
    .updateTable('payment_attempts')
    .set(({ fn, val, ref, eb }) => ({
      state: 'paid',
      stripe_invoice_id: invoice.id,
      // For a renewal, keep the subscription of the attempt that began it.
      stripe_subscription_id: eb
        .case()
        .when('overdue', '=', true)
        .then(ref('stripe_subscription_id'))
        .else(fn.coalesce('stripe_subscription_id', val(invoice.subscriptionId)))
        .end(),
      waits_for: null,
      last_error: null,
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('state', '<>', 'paid')
    .where(({ eb, and, or }) =>
      or([
        eb('stripe_invoice_id', '=', invoice.id),
        and([
          eb('id', '=', invoice.reason === 'renewal' ? null : attemptId),
          eb('stripe_invoice_id', 'is', null),
        ]),
      ]),
    )
    .execute();

/** Loads an invoice from our books; null if it is not there. */
export async function findBooked(
  tx: Tx,
  invoiceId: string,
): Promise<(BookedInvoice & { id: string; invoice_number: string | null }) | null> {
  const row = await tx
    .selectFrom('transactions')
    .select(['id', 'status', 'refunded', 'invoice_number'])
    .where('stripe_invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row ?? null;
}

export type Booking = {
  person: Settling;
  invoice: InvoiceFacts;
  planId: string | null;
  promotionCode: string | null;
  now: Date;
};

/** Inserts or updates an invoice in our books. Returns the row's id. */
export async function bookInvoice(
  tx: Tx,
  before: Awaited<ReturnType<typeof findBooked>>,
  { status, refunded }: BookedInvoice,
  { person, invoice, planId, promotionCode, now }: Booking,
): Promise<string> {
  const isPaid = status === 'paid' || status === 'refunded';
  const paidOn = melbourneDate(invoice.paidAt ?? now);
  const number =
    before?.invoice_number ?? (isPaid ? await nextInvoiceNumber(tx, Number(paidOn.slice(0, 4))) : null);
  const values = {
    subscription_id: planId,
    amount: invoice.total,
    discount: invoice.discount,
    promotion_code: promotionCode,
    // A paid invoice has the day of the payment, which also decides the year of its number.
    invoice_date: isPaid ? paidOn : melbourneDate(invoice.createdAt),
    payment_date: isPaid ? paidOn : null,
    due_date: melbourneDate(invoice.reason === 'renewal' ? graceUntil(invoice.createdAt) : invoice.createdAt),
    status,
    stripe_invoice_pdf: invoice.pdfUrl,
    stripe_customer_id: invoice.customerId,
    period_start: invoice.reason === 'once' ? null : melbourneDate(invoice.periodStart),
    period_end: invoice.reason === 'once' ? null : melbourneDate(invoice.periodEnd),
    card_brand: invoice.card?.brand ?? null,
    card_last4: invoice.card?.last4 ?? null,
    invoice_number: number,
    refunded: Math.min(refunded, invoice.total),
    refunded_at: refunded > (before?.refunded ?? 0) ? now : undefined,
  };
  if (before === null) {
    const { id } = await tx
      .insertInto('transactions')
      .values({
        ...values,
        user_id: person.userId,
        stripe_invoice_id: invoice.id,
        language: person.language,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  await tx.updateTable('transactions').set(values).where('id', '=', before.id).execute();
  return before.id;
}

/** Deletes an invoice from our books that was never paid and is void: it has no number, and nothing is owed. */
export const removeBooked = (tx: Tx, id: string) =>
  tx.deleteFrom('transactions').where('id', '=', id).where('invoice_number', 'is', null).execute();
