import { isCardBrand, type CardBrand } from '../../../../domain/billing/cards/card.ts';
import type { PaymentPlanId, PriceIds } from '../../../../domain/billing/payment-plan.ts';
import { melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { planIdOf } from '../plans.ts';

/** A payment with the data for mails and invoices. Amounts are Australian cents. */
export type Payment = {
  id: string;
  userId: string | null;
  plan: PaymentPlanId | null;
  recurrence: 'year' | 'never' | null;
  amount: number;
  discount: number;
  refunded: number;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  invoiceNumber: string | null;
  invoiceId: string | null;
  invoicedOn: IsoDate;
  dueOn: IsoDate | null;
  paidOn: IsoDate | null;
  refundedOn: IsoDate | null;
  period: { start: IsoDate; end: IsoDate } | null;
  promotionCode: string | null;
  card: { brand: CardBrand; last4: string } | null;
  language: 'en' | 'zh';
  receiptMailed: boolean;
};

/** Loads a payment by its id; null for an unknown one. */
export async function findPayment(tx: Tx, prices: PriceIds, id: string): Promise<Payment | null> {
  const row = await tx
    .selectFrom('transactions')
    .leftJoin('subscriptions', 'subscriptions.id', 'transactions.subscription_id')
    .selectAll('transactions')
    .select(['subscriptions.stripe_price_id', 'subscriptions.recurrence'])
    .where('transactions.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { card_brand: brand, card_last4: last4, period_start: start, period_end: end } = row;
  return {
    id,
    userId: row.user_id,
    plan: planIdOf(prices, row.stripe_price_id),
    recurrence: row.recurrence,
    amount: row.amount,
    discount: row.discount,
    refunded: row.refunded,
    status: row.status,
    invoiceNumber: row.invoice_number,
    invoiceId: row.stripe_invoice_id,
    invoicedOn: row.invoice_date,
    dueOn: row.due_date,
    paidOn: row.payment_date,
    refundedOn: row.refunded_at && melbourneDate(row.refunded_at),
    period: start && end ? { start, end } : null,
    promotionCode: row.promotion_code,
    card: brand && last4 && isCardBrand(brand) ? { brand, last4 } : null,
    language: row.language,
    receiptMailed: row.receipt_mailed_at !== null,
  };
}

/** Stores that the receipt of a payment was mailed. */
export async function noteReceipt(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('transactions').set({ receipt_mailed_at: now }).where('id', '=', id).execute();
}

/** Returns the state of a person's payment plan as mails need it; null without a plan. */
export async function findStanding(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('payment_plans')
    .select([
      'state',
      'period_end',
      'cancel_at_period_end',
      'ended_at',
      'overdue_since',
      'overdue_amount',
      'next_amount',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the stored card of a person; null if there is none. */
export async function findKeptCard(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('payment_cards')
    .select(['brand', 'last4', 'exp_month', 'exp_year'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
