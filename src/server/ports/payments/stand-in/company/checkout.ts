import type Stripe from 'stripe';
import { ApiError, wrongParameter } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { maps, metadataOf, promotionIn, required, text } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { setDefaultCard } from './cards.ts';
import { redeem, sumsOf, type Line } from './discounts.ts';
import { addLine, describe, draftInvoice, finalize, invoicePayment, voidInvoice } from './invoices.ts';
import { end, subscribe } from './subscriptions.ts';

type Session = Stripe.Checkout.Session;

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  const items: Stripe.LineItem[] = [];
  const lines: Line[] = [];
  for (const item of maps(params, 'line_items')) {
    const price = await work.get('price', required(item, 'price'));
    const amount = price.unit_amount ?? 0;
    const description = await describe(work, price);
    items.push({ object: 'item', description, amount_subtotal: amount, price } as Stripe.LineItem);
    lines.push({ amount, product: idOf(price.product) ?? '', own: [] });
  }
  if (items.length === 0) throw wrongParameter('line_items', 'There is nothing to sell.');
  const promotion = promotionIn(params);
  const code = promotion === null ? null : await work.get('promotion_code', promotion);
  const coupon = code && (await work.get('coupon', code.promotion.coupon));
  const { total } = sumsOf(lines, coupon ? [{ id: coupon.id, coupon }] : []);
  const id = newId('cs_test');
  const success_url = required(params, 'success_url');
  return work.add('checkout.session', {
    ...{ id, customer: customer.id, metadata: metadataOf(params), amount_total: total, success_url },
    cancel_url: text(params, 'cancel_url') ?? null,
    discounts: promotion === null ? [] : [{ coupon: null, promotion_code: promotion }],
    expires_at: work.at + 86_400,
    line_items: { object: 'list', data: items, has_more: false, url: '/v1/checkout/sessions/line_items' },
    locale: text(params, 'locale') ?? null,
    // The page is served by the product, at the same origin as the address to which it returns.
    url: new URL(`/stripe-stand-in/checkout/${id}`, success_url).href,
  });
}

/** Creates the subscription or invoice of a page, once. It is unpaid, unless it costs nothing. */
export async function beginSession(work: Work, session: Session): Promise<Session> {
  if (session.invoice) return session;
  const customer = await work.get('customer', session.customer);
  const promotionId = idOf(session.discounts?.[0]?.promotion_code);
  const metadata = session.metadata ?? {};
  const prices = (session.line_items?.data ?? []).flatMap(({ price }) => price ?? []);
  const yearly = prices.find(({ recurring }) => recurring);
  if (yearly) {
    const extras = prices
      .filter((price) => price !== yearly)
      .map(({ id }) => ({ priceId: id, promotionId: null }));
    const asked = { customer, priceId: yearly.id, extras, promotionId, metadata };
    const { id, latest_invoice } = await subscribe(work, asked);
    return work.change(session, { subscription: id, invoice: latest_invoice });
  }
  const discounts = await redeem(work, promotionId);
  let invoice = draftInvoice(work, customer, { metadata, discounts });
  for (const price of prices) invoice = await addLine(work, invoice, { price });
  await finalize(work, invoice);
  return work.change(session, { invoice: invoice.id });
}

/**
 * Completes a page after its invoice is paid; changes nothing before. The card becomes the customer's default, so that it pays
 * the renewals.
 */
export async function completeSession(work: Work, session: Session): Promise<void> {
  if ((await work.get('invoice', session.invoice)).status !== 'paid') return;
  const payment = await invoicePayment(work, session.invoice);
  const customer = await work.get('customer', session.customer);
  if (payment) setDefaultCard(work, customer, idOf(payment.intent.payment_method));
  work.change(
    session,
    { status: 'complete', payment_status: 'paid', url: null },
    'checkout.session.completed',
  );
}

/** Expires a page, and cancels its unpaid subscription or invoice. */
export async function expireSession(work: Work, session: Session): Promise<Session> {
  if (session.status !== 'open') throw new ApiError(400, `This page is ${session.status}, and must be open.`);
  const invoice = await work.find('invoice', session.invoice);
  if (invoice?.status === 'open') await voidInvoice(work, invoice);
  const subscription = await work.find('subscription', session.subscription);
  if (subscription?.status === 'incomplete') end(work, subscription);
  return work.change(session, { status: 'expired', url: null }, 'checkout.session.expired');
}

const sessionAt = ({ work, path }: Asked) => work.get('checkout.session', path['id']);

export const checkoutRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/checkout/sessions', run: create },
  { method: 'GET', path: '/v1/checkout/sessions/:id', run: sessionAt },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    run: async (asked) => expireSession(asked.work, await sessionAt(asked)),
  },
];
