import { basketOf, expireSession } from '../billing/checkout-session.ts';
import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { maps, metadataOf, required, text } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { sessionShape } from '../shapes/session.ts';
import { newId } from '../store/work.ts';
import { timeOf } from '../store/time-of.ts';
import { promotionIn } from './subscriptions.ts';

async function create({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  work.at = await timeOf(work, customer);
  const mode = required(params, 'mode');
  if (mode !== 'subscription' && mode !== 'payment') throw ApiError.wrong('mode', `Invalid mode: ${mode}`);
  const promotion = promotionIn(params);
  const priceIds = maps(params, 'line_items').map((item) => required(item, 'price'));
  const { items, subtotal, total } = await basketOf(work, priceIds, promotion);
  if (items.length === 0) throw ApiError.wrong('line_items', 'There is nothing to sell.');
  const successUrl = required(params, 'success_url');
  const id = newId('cs_test');
  const session = sessionShape({
    id,
    at: work.at,
    // The page is served by the product, at the same origin as the address to which it returns.
    url: new URL(`/stripe-stand-in/checkout/${id}`, successUrl).href,
    customer,
    mode,
    reference: text(params, 'client_reference_id') ?? null,
    metadata: metadataOf(params),
    locale: text(params, 'locale') ?? null,
    successUrl,
    cancelUrl: text(params, 'cancel_url') ?? null,
    subtotal,
    total,
  });
  return work.put({
    ...session,
    discounts: promotion ? [{ coupon: null, promotion_code: promotion }] : [],
    line_items: {
      object: 'list' as const,
      data: items,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
  });
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
