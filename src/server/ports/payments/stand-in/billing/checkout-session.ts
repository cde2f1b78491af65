import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { lineShape } from '../shapes/invoice.ts';
import { lineItemShape } from '../shapes/session.ts';
import { idOf } from '../store/kinds.ts';
import { newId, type Work } from '../store/work.ts';
import { redeem, sumsOf } from './discounts.ts';
import { addLine, draftInvoice, finalize, paymentOf, voidInvoice } from './invoicing.ts';
import { lineOf, subscribe } from './subscribing.ts';
import { end } from './subscription-life.ts';

/** Returns the prices of a page, with their sum before and after the promotion. */
export async function basketOf(work: Work, priceIds: readonly string[], promotionId: string | null) {
  const prices: Stripe.Price[] = [];
  for (const id of priceIds) prices.push(await work.get('price', id));
  const promotion = promotionId ? await work.get('promotion_code', promotionId) : null;
  const coupon = promotion && (await work.get('coupon', promotion.promotion.coupon));
  const lines = prices.map((price) =>
    lineShape({
      id: newId('il'),
      invoiceId: '',
      price,
      description: '',
      period: { start: work.at, end: work.at },
      subscription: null,
      invoiceItemId: null,
    }),
  );
  const { subtotal, total } = sumsOf(lines, coupon ? [{ discountId: 'promotion', coupon }] : []);
  const items: Stripe.LineItem[] = [];
  for (const price of prices)
    items.push(lineItemShape(newId('li'), price, (await lineOf(work, price, noTime)).description));
  return { items, subtotal, total };
}

const noTime = { start: 0, end: 0 };

const pricesOf = (session: Stripe.Checkout.Session): Stripe.Price[] =>
  (session.line_items?.data ?? []).flatMap(({ price }) => price ?? []);

/** Creates the subscription or invoice of a page, once. It is unpaid, unless it costs nothing. */
export async function beginSession(
  work: Work,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  if (session.status !== 'open') throw new ApiError(400, 'This page is no longer good.');
  if (session.invoice) return session;
  const customer = await work.get('customer', session.customer);
  const promotionCodeId = idOf(session.discounts?.[0]?.promotion_code);
  const metadata = session.metadata ?? {};
  const prices = pricesOf(session);
  const yearly = prices.find(({ recurring }) => recurring);
  if (yearly) {
    const extras = prices.filter((price) => price !== yearly);
    const subscription = await subscribe(work, {
      customerId: customer.id,
      priceId: yearly.id,
      extras: extras.map(({ id }) => ({ priceId: id, promotionCodeId: null })),
      promotionCodeId,
      metadata,
    });
    return work.put({ ...session, subscription: subscription.id, invoice: subscription.latest_invoice });
  }
  let invoice = draftInvoice(work, {
    customer,
    subscription: null,
    reason: 'manual',
    metadata,
    autoAdvance: false,
    period: { start: work.at, end: work.at },
  });
  if (promotionCodeId) {
    const discount = await redeem(work, promotionCodeId, { customerId: customer.id, invoiceId: invoice.id });
    invoice = { ...invoice, discounts: [discount.id] };
  }
  for (const price of prices) {
    const line = await lineOf(work, price, { start: work.at, end: work.at });
    invoice = await addLine(work, invoice, { ...line, subscription: null, invoiceItemId: newId('ii') });
  }
  await finalize(work, invoice);
  return work.put({ ...session, invoice: invoice.id });
}

/** Returns the invoice and the payment of a page; the payment is null if there is nothing to pay. */
export async function paymentOfSession(work: Work, session: Stripe.Checkout.Session) {
  const invoice = await work.get('invoice', session.invoice);
  return { invoice, intent: (await paymentOf(work, invoice))?.intent ?? null };
}

/** Completes a page after its invoice is paid; changes nothing before. */
export async function completeSession(
  work: Work,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const invoice = await work.get('invoice', session.invoice);
  if (session.status !== 'open' || invoice.status !== 'paid') return session;
  const done = work.put<Stripe.Checkout.Session>({
    ...session,
    status: 'complete',
    payment_status: invoice.total === 0 ? 'no_payment_required' : 'paid',
    url: null,
  });
  work.emitEvent('checkout.session.completed', done);
  return done;
}

/** Expires a page, and cancels its unpaid subscription or invoice. */
export async function expireSession(
  work: Work,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  if (session.status !== 'open')
    throw new ApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired (${session.status}).`,
    );
  const invoice = await work.find('invoice', idOf(session.invoice) ?? '');
  if (invoice?.status === 'open') await voidInvoice(work, invoice);
  const subscription = await work.find('subscription', idOf(session.subscription) ?? '');
  if (subscription?.status === 'incomplete') end(work, subscription, 'payment_failed');
  const expired = work.put<Stripe.Checkout.Session>({ ...session, status: 'expired', url: null });
  work.emitEvent('checkout.session.expired', expired);
  return expired;
}
