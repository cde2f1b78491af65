import type Stripe from 'stripe';
import { missing, wrongParameter } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { flag, maps, metadataOf, promotionIn, required } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import { newId } from '../store/ids.ts';
import type { Work } from '../store/work.ts';
import { nextPeriodEnd, type Interval } from './calendar.ts';
import { redeem, removeSpent } from './discounts.ts';
import { addLine, draftInvoice, finalize, voidInvoice } from './invoices.ts';

export type NewSubscription = {
  customer: Stripe.Customer;
  priceId: string;
  /** One-off prices on the first invoice. */
  extras: readonly { priceId: string; promotionId: string | null }[];
  promotionId: string | null;
  metadata: Record<string, string>;
};

/** Creates a subscription with an unpaid first invoice; it is active immediately if there is nothing to pay. */
export async function subscribe(work: Work, asked: NewSubscription): Promise<Stripe.Subscription> {
  const { customer, metadata } = asked;
  const price = await work.get('price', asked.priceId);
  if (!price.recurring) throw wrongParameter('items[0][price]', 'The price must have `type=recurring`.');
  const end = nextPeriodEnd(work.at, price.recurring.interval as Interval, work.at);
  const item = {
    ...{ id: newId('si'), object: 'subscription_item', price, quantity: 1 },
    ...{ current_period_start: work.at, current_period_end: end },
  } as Stripe.SubscriptionItem;
  const discounts = await redeem(work, asked.promotionId);
  const subscription = work.add('subscription', {
    ...{ customer: customer.id, metadata, discounts, billing_cycle_anchor: work.at, start_date: work.at },
    items: { object: 'list', data: [item], has_more: false, url: '/v1/subscription_items' },
  });
  let invoice = subscriptionInvoice(work, customer, subscription, 'subscription_create');
  for (const extra of asked.extras)
    invoice = await addLine(work, invoice, {
      price: await work.get('price', extra.priceId),
      discounts: await redeem(work, extra.promotionId),
    });
  invoice = await addPeriod(work, invoice, item);
  work.change(subscription, { latest_invoice: invoice.id }, 'customer.subscription.created');
  work.emit('invoice.created', invoice);
  await finalize(work, invoice);
  return removeSpent(work, await work.get('subscription', subscription.id));
}

/** Creates a draft for a period of a subscription, with its discounts. */
export const subscriptionInvoice = (
  work: Work,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  billing_reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice => {
  const subscription_details = { subscription: subscription.id, metadata: subscription.metadata };
  return draftInvoice(work, customer, {
    billing_reason,
    discounts: subscription.discounts,
    parent: { type: 'subscription_details', quote_details: null, subscription_details },
  });
};

/** Adds the line of a subscription's current period to an invoice. */
export const addPeriod = (
  work: Work,
  invoice: Stripe.Invoice,
  { price, current_period_start, current_period_end }: Stripe.SubscriptionItem,
): Promise<Stripe.Invoice> =>
  addLine(work, invoice, { price, period: { start: current_period_start, end: current_period_end } });

/** Returns the only item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription has lost its item');
  return item;
}

/** Ends a subscription now. One whose first payment never arrived gets its own status, as at Stripe. */
export function end(work: Work, subscription: Stripe.Subscription): Stripe.Subscription {
  const isBegun = subscription.status !== 'incomplete';
  return work.change(
    subscription,
    {
      status: isBegun ? 'canceled' : 'incomplete_expired',
      canceled_at: subscription.canceled_at ?? work.at,
      ended_at: work.at,
    },
    isBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated',
  );
}

/** Ends a subscription whose first payment never arrived, with its invoice. */
export async function expire(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const invoice = await work.find('invoice', subscription.latest_invoice);
  if (invoice?.status === 'open') await voidInvoice(work, invoice);
  end(work, subscription);
}

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  const [item, ...more] = maps(params, 'items');
  if (!item || more.length > 0) throw wrongParameter('items', 'The stand-in takes one item.');
  return subscribe(work, {
    customer,
    priceId: required(item, 'price'),
    extras: maps(params, 'add_invoice_items').map((extra) => ({
      priceId: required(extra, 'price'),
      promotionId: promotionIn(extra),
    })),
    promotionId: promotionIn(params),
    metadata: metadataOf(params),
  });
}

async function update({ work, path, params }: Asked) {
  const subscription = await work.get('subscription', path['id']);
  if (subscription.ended_at !== null)
    throw wrongParameter('cancel_at_period_end', 'A canceled subscription cannot be updated.');
  const cancel = flag(params, 'cancel_at_period_end') ?? false;
  return work.change(
    subscription,
    { cancel_at_period_end: cancel, canceled_at: cancel ? work.at : null },
    'customer.subscription.updated',
  );
}

async function cancel({ work, path }: Asked) {
  const subscription = await work.get('subscription', path['id']);
  if (subscription.ended_at !== null) throw missing('subscription', subscription.id);
  const invoice = await work.find('invoice', subscription.latest_invoice);
  // Stripe voids the first invoice of a subscription that never began, and stops collecting later invoices.
  if (invoice?.status === 'open' && subscription.status === 'incomplete') await voidInvoice(work, invoice);
  else if (invoice?.status === 'open') work.change(invoice, { next_payment_attempt: null });
  return end(work, subscription);
}

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/subscriptions', run: create },
  { method: 'POST', path: '/v1/subscriptions/:id', run: update },
  { method: 'DELETE', path: '/v1/subscriptions/:id', run: cancel },
];
