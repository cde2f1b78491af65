import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { subscriptionShape } from '../shapes/subscription.ts';
import { idOf } from '../store/kinds.ts';
import { newId, type Work } from '../store/work.ts';
import { nextPeriodEnd, type Interval } from './calendar.ts';
import { redeem, staysAfter } from './discounts.ts';
import { addLine, draftInvoice, finalize } from './invoicing.ts';

export type NewSubscription = {
  customerId: string;
  priceId: string;
  /** One-off prices on the first invoice. */
  extras: readonly { priceId: string; promotionCodeId: string | null }[];
  promotionCodeId: string | null;
  metadata: Record<string, string>;
};

/** Creates a subscription with an unpaid first invoice; it is active immediately if there is nothing to pay. */
export async function subscribe(work: Work, asked: NewSubscription): Promise<Stripe.Subscription> {
  const customer = await work.get('customer', asked.customerId);
  const price = await work.get('price', asked.priceId);
  if (!price.recurring)
    throw ApiError.wrong(
      'items[0][price]',
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    );
  const id = newId('sub');
  const interval = price.recurring.interval as Interval;
  const subscription = subscriptionShape({
    id,
    itemId: newId('si'),
    at: work.at,
    periodEnd: nextPeriodEnd(work.at, interval, work.at),
    price,
    customerId: customer.id,
    clockId: idOf(customer.test_clock),
    metadata: asked.metadata,
  });
  work.put(subscription);
  const discounts = asked.promotionCodeId
    ? [(await redeem(work, asked.promotionCodeId, { customerId: customer.id, subscriptionId: id })).id]
    : [];
  let invoice = draftInvoice(work, {
    customer,
    subscription,
    reason: 'subscription_create',
    metadata: {},
    autoAdvance: false,
    period: { start: work.at, end: work.at },
  });
  for (const extra of asked.extras) {
    const once = await work.get('price', extra.priceId);
    const own = extra.promotionCodeId
      ? [(await redeem(work, extra.promotionCodeId, { customerId: customer.id, invoiceId: invoice.id })).id]
      : [];
    const line = await lineOf(work, once, { start: work.at, end: work.at });
    invoice = await addLine(work, invoice, { ...line, invoiceItemId: newId('ii'), subscription: null }, own);
  }
  invoice = await addPeriod(work, { ...invoice, discounts }, subscription);
  work.emitEvent(
    'customer.subscription.created',
    work.put({ ...subscription, discounts, latest_invoice: invoice.id }),
  );
  work.emitEvent('invoice.created', invoice);
  await finalize(work, invoice);
  return forgetSpent(work, await work.get('subscription', id));
}

/** Adds the line of a subscription's current period to an invoice. */
export async function addPeriod(
  work: Work,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice> {
  const item = itemOf(subscription);
  const line = await lineOf(work, item.price, {
    start: item.current_period_start,
    end: item.current_period_end,
  });
  return addLine(work, invoice, {
    ...line,
    subscription: { id: subscription.id, itemId: item.id },
    invoiceItemId: null,
  });
}

/** Removes the discounts that applied only up to the invoice just made. */
export async function forgetSpent(
  work: Work,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const kept: string[] = [];
  for (const discount of subscription.discounts) {
    const id = idOf(discount) ?? '';
    if (await staysAfter(work, id, work.at)) kept.push(id);
  }
  return work.put({ ...subscription, discounts: kept });
}

/** Returns the only item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription has lost its item');
  return item;
}

export async function lineOf(
  work: Work,
  price: Stripe.Price,
  period: { start: number; end: number },
  quantity = 1,
) {
  const product = await work.get('product', idOf(price.product));
  return { price, period, description: `${quantity} × ${product.name}` };
}
