import { subscribe } from '../billing/subscribing.ts';
import { change, end } from '../billing/subscription-life.ts';
import { voidInvoice } from '../billing/invoicing.ts';
import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { flag, maps, metadataOf, required, text, type Params } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { idOf } from '../store/kinds.ts';
import { timeOf } from '../store/time-of.ts';
import { listed } from './lists.ts';

/** Returns the promotion code in `discounts`; null for none. @throws ApiError 400 for several */
export function promotionIn(params: Params): string | null {
  const asked = maps(params, 'discounts');
  if (asked.length > 1) throw ApiError.wrong('discounts', 'The stand-in takes one discount.');
  return asked[0] ? required(asked[0], 'promotion_code') : null;
}

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  work.at = await timeOf(work, customer);
  if (text(params, 'payment_behavior') !== 'default_incomplete')
    throw ApiError.wrong('payment_behavior', 'The stand-in only makes subscriptions that wait to be paid.');
  const [item, ...more] = maps(params, 'items');
  if (!item || more.length > 0) throw ApiError.wrong('items', 'The stand-in takes one item.');
  return subscribe(work, {
    customerId: customer.id,
    priceId: required(item, 'price'),
    extras: maps(params, 'add_invoice_items').map((extra) => ({
      priceId: required(extra, 'price'),
      promotionCodeId: promotionIn(extra),
    })),
    promotionCodeId: promotionIn(params),
    metadata: metadataOf(params),
  });
}

async function update({ work, path, params }: Asked) {
  const subscription = await work.get('subscription', path['id']);
  work.at = await timeOf(work, subscription);
  const cancel = flag(params, 'cancel_at_period_end') ?? subscription.cancel_at_period_end;
  const metadata = metadataOf(params, subscription.metadata);
  if (subscription.ended_at !== null) {
    if (flag(params, 'cancel_at_period_end') !== undefined)
      throw new ApiError(
        400,
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    return work.put({ ...subscription, metadata });
  }
  const changed = cancel !== subscription.cancel_at_period_end;
  return change(work, {
    ...subscription,
    metadata,
    cancel_at_period_end: cancel,
    ...(changed && {
      cancel_at: cancel ? (subscription.items.data[0]?.current_period_end ?? null) : null,
      canceled_at: cancel ? work.at : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: cancel ? 'cancellation_requested' : null,
      },
    }),
  });
}

async function cancel({ work, path }: Asked) {
  const subscription = await work.get('subscription', path['id']);
  work.at = await timeOf(work, subscription);
  if (subscription.ended_at !== null) throw ApiError.missing('subscription', subscription.id);
  const invoice = await work.find('invoice', idOf(subscription.latest_invoice) ?? '');
  // Stripe voids the first invoice of a subscription that never began, and stops collecting later invoices.
  if (invoice?.status === 'open' && subscription.status === 'incomplete') await voidInvoice(work, invoice);
  else if (invoice?.status === 'open')
    work.put({ ...invoice, auto_advance: false, next_payment_attempt: null });
  return end(work, subscription, 'cancellation_requested');
}

const statuses: Readonly<Record<string, readonly string[]>> = {
  ended: ['canceled', 'incomplete_expired'],
};

function list(asked: Asked) {
  const status = text(asked.params, 'status');
  const wanted =
    status === 'all'
      ? undefined
      : status === undefined
        ? ['incomplete', 'active', 'past_due']
        : (statuses[status] ?? [status]);
  return listed(asked, 'subscription', '/v1/subscriptions', {
    customer: text(asked.params, 'customer'),
    status: wanted,
  });
}

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/subscriptions', run: create },
  { method: 'GET', path: '/v1/subscriptions', run: list },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    run: ({ work, path }) => work.get('subscription', path['id']),
  },
  { method: 'POST', path: '/v1/subscriptions/:id', run: update },
  { method: 'DELETE', path: '/v1/subscriptions/:id', run: cancel },
];
