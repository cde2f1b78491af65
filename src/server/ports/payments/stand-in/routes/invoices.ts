import type Stripe from 'stripe';
import { redeem } from '../billing/discounts.ts';
import { addLine, draftInvoice, finalize, markPaid, paymentOf, voidInvoice } from '../billing/invoicing.ts';
import { createCreditNote } from '../billing/credit-notes.ts';
import { confirmPayment } from '../billing/paying.ts';
import { lineOf } from '../billing/subscribing.ts';
import { ApiError } from '../http/api-error.ts';
import { CardRefused, type Asked } from '../http/call.ts';
import { flag, integer, map, metadataOf, required, text, type Params } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { priceShape } from '../shapes/catalogue.ts';
import { invoiceItemShape } from '../shapes/invoice-item.ts';
import { idOf } from '../store/kinds.ts';
import { newId, type Work } from '../store/work.ts';
import { cardOf } from './cards.ts';
import { timeOf } from '../store/time-of.ts';
import { listed } from './lists.ts';
import { promotionIn } from './subscriptions.ts';

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  work.at = await timeOf(work, customer);
  const isSent = text(params, 'collection_method') === 'send_invoice';
  if (isSent && !customer.email)
    throw new ApiError(400, 'Missing email. The customer must have a valid email.');
  const draft = draftInvoice(work, {
    customer,
    subscription: null,
    reason: 'manual',
    metadata: metadataOf(params),
    autoAdvance: flag(params, 'auto_advance') ?? false,
    dueAt: isSent ? work.at + (integer(params, 'days_until_due') ?? 0) * 86_400 : null,
    footer: text(params, 'footer') ?? null,
    period: { start: work.at, end: work.at },
  });
  const promotion = promotionIn(params);
  const discount =
    promotion && (await redeem(work, promotion, { customerId: customer.id, invoiceId: draft.id }));
  const invoice = discount ? work.put({ ...draft, discounts: [discount.id] }) : draft;
  work.emitEvent('invoice.created', invoice);
  return invoice;
}

/** Returns the price of a new item: one that exists, or a new one by the terms of the request, which takes no other items. */
async function priceOf(work: Work, params: Params): Promise<Stripe.Price> {
  const terms = map(params, 'price_data');
  const known = text(map(params, 'pricing'), 'price');
  if (known) {
    const price = await work.get('price', known);
    if (!price.recurring) return price;
    throw ApiError.wrong('pricing[price]', 'This field only accepts prices with `type=one_time`.');
  }
  const product = await work.get('product', required(terms, 'product'));
  const given = { currency: required(terms, 'currency'), cents: integer(terms, 'unit_amount') ?? 0 };
  return work.put(
    priceShape({ id: newId('price'), productId: product.id, interval: null, at: work.at, ...given }),
  );
}

async function createItem({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  work.at = await timeOf(work, customer);
  const invoice = await work.get('invoice', required(params, 'invoice'));
  const price = await priceOf(work, params);
  const quantity = integer(params, 'quantity') ?? 1;
  const id = newId('ii');
  const promotion = promotionIn(params);
  const own = promotion
    ? [(await redeem(work, promotion, { customerId: customer.id, invoiceItemId: id })).id]
    : [];
  const line = { ...(await lineOf(work, price, { start: work.at, end: work.at }, quantity)), quantity };
  await addLine(work, invoice, { ...line, invoiceItemId: id, subscription: null }, own);
  return work.put(
    invoiceItemShape({ id, at: work.at, customer, invoiceId: invoice.id, discounts: own, ...line }),
  );
}

async function pay({ work, path, params }: Asked) {
  const invoice = await work.get('invoice', path['id']);
  work.at = await timeOf(work, invoice);
  if (invoice.status === 'paid')
    throw new ApiError(400, 'Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open') throw new ApiError(400, `This invoice is ${invoice.status}.`);
  const waiting = await paymentOf(work, invoice);
  if (flag(params, 'paid_out_of_band')) {
    if (waiting) work.put<Stripe.PaymentIntent>({ ...waiting.intent, status: 'canceled' });
    const paid = await markPaid(work, { ...invoice, amount_remaining: 0 });
    if (waiting) work.put<Stripe.InvoicePayment>({ ...waiting.payment, status: 'canceled' });
    return paid;
  }
  const customer = await work.get('customer', invoice.customer);
  const chosen = text(params, 'payment_method') ?? idOf(customer.invoice_settings.default_payment_method);
  if (!chosen || !waiting)
    throw new ApiError(400, 'There is no default payment method set on this Customer.', {
      code: 'invoice_payment_method_missing',
    });
  const presence = flag(params, 'off_session') === false ? 'on-session' : 'off-session';
  const { intent, error } = await confirmPayment(work, waiting.intent, await cardOf(work, chosen), presence);
  if (error) return new CardRefused(error, { payment_intent: intent });
  if (intent.status === 'requires_action')
    return new CardRefused(
      {
        code: 'invoice_payment_intent_requires_action',
        message: 'This payment requires additional user action before it can be completed successfully.',
      },
      { payment_intent: intent },
    );
  return work.get('invoice', invoice.id);
}

type Change = (work: Asked['work'], invoice: Stripe.Invoice) => Promise<Stripe.Invoice>;

const changing =
  (change: Change) =>
  async ({ work, path }: Asked) => {
    const invoice = await work.get('invoice', path['id']);
    work.at = await timeOf(work, invoice);
    return change(work, invoice);
  };

async function finalizeDraft({ work, path, params }: Asked) {
  const draft = await work.get('invoice', path['id']);
  work.at = await timeOf(work, draft);
  return finalize(work, { ...draft, auto_advance: flag(params, 'auto_advance') ?? false });
}

function list(asked: Asked) {
  const status = text(asked.params, 'status');
  return listed(asked, 'invoice', '/v1/invoices', {
    customer: text(asked.params, 'customer'),
    parent: text(asked.params, 'subscription'),
    status: status === undefined ? undefined : [status],
  });
}

const listPayments = (asked: Asked) =>
  listed(asked, 'invoice_payment', '/v1/invoice_payments', {
    parent: text(asked.params, 'invoice'),
    code: text(map(asked.params, 'payment'), 'payment_intent'),
  });

export const invoiceRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/invoices', run: create },
  { method: 'GET', path: '/v1/invoices', run: list },
  { method: 'GET', path: '/v1/invoices/:id', run: ({ work, path }) => work.get('invoice', path['id']) },
  { method: 'POST', path: '/v1/invoices/:id/finalize', run: finalizeDraft },
  { method: 'POST', path: '/v1/invoices/:id/void', run: changing(voidInvoice) },
  { method: 'POST', path: '/v1/invoices/:id/pay', run: pay },
  { method: 'POST', path: '/v1/invoiceitems', run: createItem },
  { method: 'POST', path: '/v1/credit_notes', run: ({ work, params }) => createCreditNote(work, params) },
  { method: 'GET', path: '/v1/invoice_payments', run: listPayments },
];
