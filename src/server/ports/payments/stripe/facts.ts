import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { feeUnits } from '../../../../domain/billing/providers/provider-fee.ts';
import { isCardBrand } from '../../../../domain/billing/cards/card.ts';
import {
  declineReasons,
  type DeclineReason,
  type InvoiceFacts,
  type KeptCard,
  type RefusedCharge,
  type SubscriptionFacts,
  type SubscriptionStatus,
  type TermFacts,
} from '../../../../domain/billing/payment-company/provider-facts.ts';

/** Returns the id of a reference, which is an id or an expanded object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null | undefined): Date | null =>
  seconds == null ? null : dateOf(seconds);

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  paused: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
};

/** Converts a subscription to our type. @throws Error for a status that this version of the API does not have */
export function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  const status = statuses[subscription.status];
  if (!item || !status) throw new Error(`A subscription cannot be read: ${subscription.id}`);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status,
    priceId: item.price.id,
    startedAt: dateOf(subscription.start_date),
    periodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: dateOrNull(subscription.ended_at),
    attemptId: subscription.metadata['attempt_id'] ?? null,
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

/** The fields read from the last charge of an invoice; null if nothing was charged. */
export type ChargeOfInvoice = Pick<
  Stripe.Charge,
  | 'id'
  | 'amount_refunded'
  | 'payment_method_details'
  | 'paid'
  | 'status'
  | 'created'
  | 'failure_code'
  | 'outcome'
> | null;

/** Returns the refused charge of an open invoice for a term of a provider; null for another invoice or charge. */
function refusedCharge(invoice: Stripe.Invoice, charge: ChargeOfInvoice): RefusedCharge | null {
  if (!isRefusable(invoice) || charge?.status !== 'failed') return null;
  const card = charge.payment_method_details?.card;
  const { brand, last4 } = card ?? {};
  const code = charge.failure_code ?? '';
  return {
    id: charge.id,
    reason: declineReason({ code, decline_code: charge.outcome?.reason ?? '' }),
    at: dateOf(charge.created),
    card: brand && isCardBrand(brand) && last4 ? { brand, last4 } : null,
  };
}

/** Whether the last charge of an invoice can be one that was refused, and matters: the invoice is a provider's, open, and tried. */
export const isRefusable = (invoice: Stripe.Invoice): boolean =>
  invoice.status === 'open' && invoice.attempted && termIn(invoice.metadata) !== null;

const reasonOf = (invoice: Stripe.Invoice): InvoiceFacts['reason'] => {
  if (!invoice.parent?.subscription_details) return 'once';
  return invoice.billing_reason === 'subscription_create' ? 'first' : 'renewal';
};

const termSchema = z.object({
  transaction_id: z.uuid(),
  provider_id: z.uuid(),
  subscription_id: z.uuid(),
  plan_name: z.string(),
  period_start: z.iso.date(),
  period_end: z.optional(z.iso.date()),
  unit: z.optional(z.enum(feeUnits)),
});

/** Returns the term that we wrote on an invoice; null for another invoice. */
function termIn(metadata: Stripe.Metadata | null): TermFacts | null {
  const read = termSchema.safeParse(metadata);
  if (!read.success) return null;
  const { transaction_id, provider_id, subscription_id, plan_name, period_start, ...term } = read.data;
  return {
    ...{ transactionId: transaction_id, providerId: provider_id, planId: subscription_id },
    ...{ planName: plan_name, start: period_start, end: term.period_end ?? null, unit: term.unit ?? null },
  };
}

/** Returns a term as it is written on its invoice. */
export const metadataOf = (term: TermFacts): Record<string, string> => ({
  transaction_id: term.transactionId,
  provider_id: term.providerId,
  subscription_id: term.planId,
  plan_name: term.planName,
  period_start: term.start,
  ...(term.end && { period_end: term.end }),
  ...(term.unit && { unit: term.unit }),
});

/** Converts an invoice to our type. */
export function invoiceFacts(invoice: Stripe.Invoice, charge: ChargeOfInvoice): InvoiceFacts {
  const details = invoice.parent?.subscription_details;
  const line = invoice.lines.data.find(({ amount, pricing }) => amount >= 0 && pricing?.price_details);
  const card = charge?.paid ? charge.payment_method_details?.card : undefined;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    status: (invoice.status ?? 'draft') as InvoiceFacts['status'],
    subscriptionId: idOf(details?.subscription),
    attemptId: invoice.metadata?.['attempt_id'] ?? details?.metadata?.['attempt_id'] ?? null,
    priceId: idOf(line?.pricing?.price_details?.price),
    total: invoice.total,
    discount: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    // A refund by a credit note is in both sums; one without it only in that of the charge.
    refunded:
      invoice.pre_payment_credit_notes_amount +
      Math.max(charge?.amount_refunded ?? 0, invoice.post_payment_credit_notes_amount),
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    nextTryAt: invoice.status === 'open' ? dateOrNull(invoice.next_payment_attempt) : null,
    periodStart: dateOf(line?.period.start ?? invoice.period_start),
    periodEnd: dateOf(line?.period.end ?? invoice.period_end),
    reason: reasonOf(invoice),
    pdfUrl: invoice.invoice_pdf ?? null,
    number: invoice.number,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    chargeFailed: invoice.status === 'open' && invoice.attempted,
    refusedCharge: refusedCharge(invoice, charge),
    dueAt: dateOrNull(invoice.due_date),
    quantity: line?.quantity ?? 1,
    unitPrice: Math.round((line?.amount ?? 0) / Math.max(1, line?.quantity ?? 1)),
    term: termIn(invoice.metadata),
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
  };
}

/** Converts a card to our type; returns null for another payment method. */
export function keptCard(method: Stripe.PaymentMethod): KeptCard | null {
  const { card } = method;
  if (!card) return null;
  return {
    id: method.id,
    brand: isCardBrand(card.brand) ? card.brand : 'other',
    last4: card.last4,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
  };
}

/** The bank's codes of each reason (https://docs.stripe.com/declines/codes). A lost or stolen card is never named as such. */
const bankCodes: Readonly<Partial<Record<DeclineReason, readonly string[]>>> = {
  limit: ['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'],
  'not-allowed': [
    ...['card_not_supported', 'currency_not_supported', 'service_not_allowed', 'transaction_not_allowed'],
    'not_permitted',
  ],
  'try-later': ['issuer_not_available', 'processing_error', 'reenter_transaction', 'try_again_later'],
};

/** Returns why a card was refused, from Stripe's code and the bank's code. */
export function declineReason(error: { code?: string; decline_code?: string }): DeclineReason {
  const codes = [error.code, error.decline_code];
  if (codes.includes('insufficient_funds')) return 'insufficient';
  if (codes.some((code) => code === 'expired_card' || code?.startsWith('invalid_expiry'))) return 'expired';
  if (codes.some((code) => code === 'incorrect_cvc' || code === 'invalid_cvc')) return 'cvc';
  const bank = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure'];
  if (codes.some((code) => code === 'authentication_required' || bank.includes(code ?? '')))
    return 'bank-check-failed';
  for (const reason of declineReasons)
    if (codes.some((code) => bankCodes[reason]?.includes(code ?? ''))) return reason;
  return 'declined';
}
