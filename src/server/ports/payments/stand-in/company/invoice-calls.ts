import type Stripe from 'stripe';
import { ApiError, cardRefused, wrongParameter } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { flag, integer, map, metadataOf, promotionIn, required, text, type Params } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import { newId } from '../store/ids.ts';
import type { Work } from '../store/work.ts';
import { cardOf } from './cards.ts';
import { redeem } from './discounts.ts';
import {
  addLine,
  cancelPayment,
  draftInvoice,
  finalize,
  invoicePayment,
  markPaid,
  paymentOf,
  voidInvoice,
} from './invoices.ts';
import { confirmPayment } from './paying.ts';

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  const isSent = text(params, 'collection_method') === 'send_invoice';
  if (isSent && !customer.email) throw new ApiError(400, 'Missing email. The customer must have one.');
  const due_date = isSent ? work.at + (integer(params, 'days_until_due') ?? 0) * 86_400 : null;
  const invoice = draftInvoice(work, customer, {
    collection_method: isSent ? 'send_invoice' : 'charge_automatically',
    ...{ due_date, footer: text(params, 'footer') ?? null, metadata: metadataOf(params) },
  });
  work.emit('invoice.created', invoice);
  return invoice;
}

/** Returns the price of a new item: one that exists, or a new one by the terms of the request. */
async function priceOf(work: Work, params: Params): Promise<Stripe.Price> {
  const known = text(map(params, 'pricing'), 'price');
  if (known) {
    const price = await work.get('price', known);
    if (!price.recurring) return price;
    throw wrongParameter('pricing[price]', 'This field only accepts prices with `type=one_time`.');
  }
  const terms = map(params, 'price_data');
  const product = await work.get('product', required(terms, 'product'));
  return work.add('price', { product: product.id, unit_amount: integer(terms, 'unit_amount') ?? 0 });
}

async function createItem({ work, params }: Asked) {
  const invoice = await work.get('invoice', required(params, 'invoice'));
  await addLine(work, invoice, {
    price: await priceOf(work, params),
    quantity: integer(params, 'quantity') ?? 1,
    discounts: await redeem(work, promotionIn(params)),
  });
  return { id: newId('ii'), object: 'invoiceitem', invoice: invoice.id };
}

async function finalizeDraft({ work, path, params }: Asked) {
  const draft = await work.get('invoice', path['id']);
  const isCharged = flag(params, 'auto_advance') && draft.collection_method === 'charge_automatically';
  return finalize(work, draft, isCharged);
}

/** Pays an invoice as on the company's own pages: with a card, or by another way. */
async function pay({ work, path, params }: Asked) {
  const payment = await invoicePayment(work, path['id']);
  if (payment?.invoice.status !== 'open')
    throw new ApiError(400, 'This invoice is not open.', { code: 'invoice_already_paid' });
  const { invoice } = payment;
  if (flag(params, 'paid_out_of_band')) {
    await cancelPayment(work, invoice);
    return markPaid(work, { ...invoice, amount_remaining: 0 });
  }
  const card = await cardOf(work, required(params, 'payment_method'));
  const presence = flag(params, 'off_session') === false ? 'on-session' : 'off-session';
  const { error } = await confirmPayment(work, payment, card, presence);
  return error ? cardRefused(error) : work.get('invoice', invoice.id);
}

/** Confirms a payment by an idempotent call of the product. */
async function confirm({ work, path, params }: Asked) {
  const payment = await paymentOf(work, path['id']);
  const card = await cardOf(work, required(params, 'payment_method'));
  const { intent, error } = await confirmPayment(work, payment, card, 'on-session');
  return error ? cardRefused(error, { payment_intent: intent }) : intent;
}

/** Refunds a charge, all that is left of it without an amount. @throws ApiError 400 for more than is left */
function refundCharge(work: Work, charge: Stripe.Charge, cents: number | undefined): object {
  const left = charge.amount - charge.amount_refunded;
  const amount = cents ?? left;
  if (!charge.paid || amount < 1 || amount > left)
    throw wrongParameter('amount', `Refund amount (${amount}) is greater than unrefunded amount (${left})`);
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount;
  work.change(charge, { amount_refunded, refunded }, 'charge.refunded');
  return { id: newId('re'), object: 'refund', amount, charge: charge.id, status: 'succeeded' };
}

async function refund({ work, params }: Asked) {
  const intent = text(params, 'payment_intent');
  const charge = intent
    ? (await work.get('payment_intent', intent)).latest_charge
    : required(params, 'charge');
  return refundCharge(work, await work.get('charge', charge), integer(params, 'amount'));
}

/** Reduces an open invoice by the credited amount. An invoice with nothing left to pay becomes paid. */
async function creditOpen(work: Work, invoice: Stripe.Invoice, amount: number): Promise<void> {
  const left = invoice.amount_remaining - amount;
  const pre_payment_credit_notes_amount = invoice.pre_payment_credit_notes_amount + amount;
  const sums = { amount_due: left, amount_remaining: left, pre_payment_credit_notes_amount };
  const credited = work.change(invoice, sums, 'invoice.updated');
  const payment = await invoicePayment(work, invoice);
  if (payment) work.change(payment.intent, { amount: left });
  if (left > 0) return;
  await cancelPayment(work, credited);
  await markPaid(work, credited);
}

/** Credits an invoice: before it is paid, less is left to pay; afterwards the money goes back, or went back elsewhere. */
async function credit({ work, params }: Asked) {
  const invoice = await work.get('invoice', required(params, 'invoice'));
  const amount = integer(params, 'amount') ?? 0;
  const back = integer(params, 'refund_amount') ?? 0;
  const elsewhere = integer(params, 'out_of_band_amount') ?? 0;
  const credited = invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  if (amount < 1 || amount > invoice.total - credited)
    throw wrongParameter('amount', 'The amount is greater than what is left of the invoice.');
  if (Math.max(0, amount - invoice.amount_remaining) !== back + elsewhere)
    throw wrongParameter('amount', 'The sum of refunds and credits must be the amount that was paid.');
  if (invoice.status === 'open') await creditOpen(work, invoice, amount);
  else {
    const payment = await invoicePayment(work, invoice);
    if (back > 0) refundCharge(work, await work.get('charge', payment?.intent.latest_charge), back);
    const post_payment_credit_notes_amount = invoice.post_payment_credit_notes_amount + amount;
    work.change(invoice, { post_payment_credit_notes_amount }, 'invoice.updated');
  }
  return { id: newId('cn'), object: 'credit_note', amount, invoice: invoice.id };
}

export const invoiceRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/invoices', run: create },
  { method: 'POST', path: '/v1/invoiceitems', run: createItem },
  { method: 'POST', path: '/v1/invoices/:id/finalize', run: finalizeDraft },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    run: async ({ work, path }) => voidInvoice(work, await work.get('invoice', path['id'])),
  },
  { method: 'POST', path: '/v1/invoices/:id/pay', run: pay },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', run: confirm },
  { method: 'POST', path: '/v1/credit_notes', run: credit },
  { method: 'POST', path: '/v1/refunds', run: refund },
];
