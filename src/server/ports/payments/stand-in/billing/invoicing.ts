import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { invoiceShape, lineShape, type NewLine } from '../shapes/invoice.ts';
import { invoicePaymentShape, paymentIntentShape } from '../shapes/payment.ts';
import { idOf } from '../store/kinds.ts';
import { newId, randomText, type Work } from '../store/work.ts';
import { withSums } from './discounts.ts';
import { afterInvoicePaid } from './subscription-life.ts';

type NewInvoice = Omit<Parameters<typeof invoiceShape>[0], 'id' | 'at'>;

/** Creates a draft without lines. */
export function draftInvoice(work: Work, invoice: NewInvoice): Stripe.Invoice {
  return work.put(invoiceShape({ ...invoice, id: newId('in'), at: work.at }));
}

/** Adds a line to a draft, with its own discounts. @throws ApiError 400 if it is not a draft */
export async function addLine(
  work: Work,
  invoice: Stripe.Invoice,
  line: Omit<NewLine, 'id' | 'invoiceId'>,
  discountIds: readonly string[] = [],
): Promise<Stripe.Invoice> {
  requireStatus(invoice, 'draft');
  const added = {
    ...lineShape({ ...line, id: newId('il'), invoiceId: invoice.id }),
    discounts: [...discountIds],
  };
  const data = [...invoice.lines.data, added];
  return work.put(await withSums(work, { ...invoice, lines: { ...invoice.lines, data } }));
}

function requireStatus(invoice: Stripe.Invoice, status: string): void {
  if (invoice.status !== status)
    throw new ApiError(400, `This invoice is ${invoice.status}; it must be ${status}.`, {
      code: invoice.status === 'paid' ? 'invoice_already_paid' : 'invoice_not_editable',
    });
}

const isCharged = ({ auto_advance, collection_method, billing_reason }: Stripe.Invoice): boolean =>
  auto_advance === true && collection_method === 'charge_automatically' && billing_reason === 'manual';

/** Finalizes a draft: it then has an open payment, or is paid immediately if there is nothing to pay. */
export async function finalize(work: Work, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  requireStatus(draft, 'draft');
  const customer = await work.get('customer', draft.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  work.put({ ...customer, next_invoice_sequence: sequence + 1 });
  const open: Stripe.Invoice = {
    ...(await withSums(work, draft)),
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    effective_at: work.at,
    ending_balance: 0,
    hosted_invoice_url: `/stripe-stand-in/invoices/${draft.id}`,
    invoice_pdf: `/stripe-stand-in/invoices/${draft.id}.pdf`,
    // The company charges the card itself, in the next step; a renewal is charged by the step that made it.
    next_payment_attempt: isCharged(draft) ? work.at : null,
    status_transitions: { ...draft.status_transitions, finalized_at: work.at },
  };
  work.put(open);
  if (open.total === 0) {
    work.emitEvent('invoice.finalized', open);
    return markPaid(work, open);
  }
  const intent = work.put(
    paymentIntentShape({
      id: newId('pi'),
      secret: randomText(24),
      at: work.at,
      cents: open.total,
      customerId: customer.id,
      description: open.lines.data[0]?.description ?? null,
    }),
  );
  work.put(invoicePaymentShape({ id: invoicePaymentId(intent.id), at: work.at, invoiceId: open.id, intent }));
  const waiting = work.put<Stripe.Invoice>({
    ...open,
    confirmation_secret: { client_secret: intent.client_secret ?? '', type: 'payment_intent' },
  });
  work.emitEvent('invoice.finalized', waiting);
  return waiting;
}

/** Returns the payment of an invoice; null if there is nothing to pay. */
export async function paymentOf(
  work: Work,
  invoice: Stripe.Invoice,
): Promise<{ intent: Stripe.PaymentIntent; payment: Stripe.InvoicePayment } | null> {
  const secret = invoice.confirmation_secret?.client_secret;
  if (!secret) return null;
  const intent = await work.get('payment_intent', secret.split('_secret_')[0]);
  return { intent, payment: await work.get('invoice_payment', invoicePaymentId(intent.id)) };
}

// Derived from each other, so that no search is needed.
const invoicePaymentId = (intentId: string): string => intentId.replace(/^pi_/, 'inpay_');

/** Finds the invoice of a payment; null for none. */
export async function invoiceOfPayment(work: Work, intentId: string): Promise<Stripe.Invoice | null> {
  const payment = await work.find('invoice_payment', invoicePaymentId(intentId));
  return payment && work.find('invoice', idOf(payment.invoice) ?? '');
}

/** Marks an open invoice as paid, and activates its subscription. */
export async function markPaid(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const paid: Stripe.Invoice = {
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_remaining,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: work.at },
  };
  work.put(paid);
  const done = await paymentOf(work, invoice);
  if (done)
    work.put<Stripe.InvoicePayment>({
      ...done.payment,
      status: 'paid',
      amount_paid: invoice.amount_remaining,
      status_transitions: { ...done.payment.status_transitions, paid_at: work.at },
    });
  work.emitEvent('invoice.paid', paid);
  work.emitEvent('invoice.payment_succeeded', paid);
  await afterInvoicePaid(work, paid);
  return paid;
}

/** Voids an open invoice. @throws ApiError 400 for a paid one */
export async function voidInvoice(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  requireStatus(invoice, 'open');
  const waiting = await paymentOf(work, invoice);
  if (waiting) {
    work.put<Stripe.PaymentIntent>({
      ...waiting.intent,
      status: 'canceled',
      canceled_at: work.at,
      cancellation_reason: 'void_invoice',
      next_action: null,
    });
    work.put<Stripe.InvoicePayment>({
      ...waiting.payment,
      status: 'canceled',
      status_transitions: { ...waiting.payment.status_transitions, canceled_at: work.at },
    });
  }
  const voided = work.put<Stripe.Invoice>({
    ...invoice,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: work.at },
  });
  work.emitEvent('invoice.voided', voided);
  return voided;
}
