import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { newId, randomText } from '../store/ids.ts';
import { idOf, type Reference } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { invoiceSums } from './discounts.ts';

/** The invoice and its payment. */
export type Payment = { invoice: Stripe.Invoice; intent: Stripe.PaymentIntent };

type NewLine = {
  price: Stripe.Price;
  quantity?: number;
  /** The period that the line pays; that of one moment for a single price. */
  period?: { start: number; end: number };
  /** Ids of the line's own discounts. */
  discounts?: string[];
};

/** Returns what a line is for. */
export async function describe(work: Work, price: Stripe.Price, quantity = 1): Promise<string> {
  return `${quantity} × ${(await work.get('product', price.product)).name}`;
}

/** Creates a draft without lines. */
export const draftInvoice = (
  work: Work,
  customer: Stripe.Customer,
  fields: Partial<Stripe.Invoice>,
): Stripe.Invoice =>
  work.add('invoice', { customer: customer.id, period_start: work.at, period_end: work.at, ...fields });

/** Adds a line to a draft. @throws ApiError 400 if it is not a draft */
export async function addLine(work: Work, invoice: Stripe.Invoice, line: NewLine): Promise<Stripe.Invoice> {
  requireStatus(invoice, 'draft');
  const { price, quantity = 1, period = { start: work.at, end: work.at }, discounts = [] } = line;
  const added = {
    ...{ id: newId('il'), object: 'line_item', currency: price.currency, invoice: invoice.id },
    ...{ quantity, period, discounts, amount: (price.unit_amount ?? 0) * quantity },
    description: await describe(work, price, quantity),
    pricing: { type: 'price_details', price_details: { price: price.id, product: idOf(price.product) } },
  } as Stripe.InvoiceLineItem;
  const data = [...invoice.lines.data, added];
  const sums = await invoiceSums(work, invoice, data);
  return work.change(invoice, { ...sums, lines: { ...invoice.lines, data } });
}

function requireStatus(invoice: Stripe.Invoice, status: Stripe.Invoice.Status): void {
  if (invoice.status !== status)
    throw new ApiError(400, `This invoice is ${invoice.status}; it must be ${status}.`, {
      code: invoice.status === 'paid' ? 'invoice_already_paid' : 'invoice_not_editable',
    });
}

/**
 * Finalizes a draft: it then has an open payment, or is paid immediately if there is nothing to pay.
 * @param isCharged whether the company charges the card itself, in the next step
 */
export async function finalize(
  work: Work,
  draft: Stripe.Invoice,
  isCharged = false,
): Promise<Stripe.Invoice> {
  requireStatus(draft, 'draft');
  const customer = await work.get('customer', draft.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  work.change(customer, { next_invoice_sequence: sequence + 1 });
  const open = work.change(draft, {
    status: 'open',
    number: `${customer.id.slice(-8).toUpperCase()}-${String(sequence).padStart(4, '0')}`,
    hosted_invoice_url: `/stripe-stand-in/invoices/${draft.id}`,
    invoice_pdf: `/stripe-stand-in/invoices/${draft.id}.pdf`,
    next_payment_attempt: isCharged ? work.at : null,
    status_transitions: { ...draft.status_transitions, finalized_at: work.at },
  });
  if (open.total === 0) {
    work.emit('invoice.finalized', open);
    return markPaid(work, open);
  }
  const id = newId('pi');
  const client_secret = `${id}_secret_${randomText(24)}`;
  work.add('payment_intent', { id, amount: open.total, client_secret, customer: customer.id });
  const confirmation_secret = { client_secret, type: 'payment_intent' };
  return work.change(open, { confirmation_secret }, 'invoice.finalized');
}

/** Returns an invoice and its payment; null without an invoice, or if there is nothing to pay. */
export async function invoicePayment(work: Work, reference: Reference): Promise<Payment | null> {
  const invoice = await work.find('invoice', reference);
  const id = invoice?.confirmation_secret?.client_secret.split('_secret_')[0];
  return invoice && id !== undefined ? { invoice, intent: await work.get('payment_intent', id) } : null;
}

/** Returns a payment with its invoice. */
export async function paymentOf(work: Work, intentId: string | undefined): Promise<Payment> {
  const intent = await work.get('payment_intent', intentId);
  const match = { confirmation_secret: { client_secret: intent.client_secret } };
  const [invoice] = (await work.list('invoice', { match, limit: 1 })).data;
  if (!invoice) throw new Error('A payment has lost its invoice');
  return { invoice, intent };
}

const paymentStatuses: Readonly<Record<string, string>> = { succeeded: 'paid', canceled: 'canceled' };

/** Returns the payments of an invoice in Stripe's form: one, or none if there is nothing to pay. */
export async function paymentsOf(work: Work, invoiceId: string): Promise<object[]> {
  const paying = await invoicePayment(work, invoiceId);
  if (!paying) return [];
  const payment = { type: 'payment_intent', payment_intent: paying.intent.id };
  const status = paymentStatuses[paying.intent.status] ?? 'open';
  return [{ object: 'invoice_payment', invoice: invoiceId, is_default: true, payment, status }];
}

/** Marks an open invoice as paid, and activates its subscription. */
export async function markPaid(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const paid = work.change(
    invoice,
    {
      ...{ status: 'paid', amount_paid: invoice.amount_remaining, amount_remaining: 0, attempted: true },
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: work.at },
    },
    'invoice.paid',
  );
  const subscription = await work.find('subscription', invoice.parent?.subscription_details?.subscription);
  const isWaiting = subscription?.status === 'incomplete' || subscription?.status === 'past_due';
  if (isWaiting && idOf(subscription.latest_invoice) === invoice.id)
    work.change(subscription, { status: 'active' }, 'customer.subscription.updated');
  return paid;
}

/** Cancels the payment of an invoice, if it has one. */
export async function cancelPayment(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const payment = await invoicePayment(work, invoice);
  if (payment) work.change(payment.intent, { status: 'canceled', next_action: null });
}

/** Voids an open invoice. @throws ApiError 400 for a paid one */
export async function voidInvoice(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  requireStatus(invoice, 'open');
  await cancelPayment(work, invoice);
  return work.change(
    invoice,
    {
      status: 'void',
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: work.at },
    },
    'invoice.voided',
  );
}
