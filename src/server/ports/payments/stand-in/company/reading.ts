import { wrongParameter } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { integer, map, required, text } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import type { Kind } from '../store/kinds.ts';
import { paymentOf } from './invoices.ts';

/** The kinds of objects that are read by id and in lists, with the fields by which a list is filtered. */
const collections: readonly { name: string; kind: Kind; filters?: readonly string[] }[] = [
  { name: 'customers', kind: 'customer' },
  { name: 'products', kind: 'product' },
  { name: 'prices', kind: 'price', filters: ['product'] },
  { name: 'coupons', kind: 'coupon' },
  { name: 'promotion_codes', kind: 'promotion_code', filters: ['code'] },
  { name: 'payment_intents', kind: 'payment_intent' },
  { name: 'setup_intents', kind: 'setup_intent' },
  { name: 'charges', kind: 'charge', filters: ['customer'] },
  { name: 'subscriptions', kind: 'subscription', filters: ['customer'] },
  { name: 'invoices', kind: 'invoice', filters: ['customer'] },
];

/** Returns a page of objects, by Stripe's parameters `limit`, `starting_after` and `created[gte]`. */
async function list({ work, params }: Asked, kind: Kind, match: object) {
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw wrongParameter('limit', 'limit must be between 1 and 100');
  const showsAll = kind !== 'subscription' || text(params, 'status') === 'all';
  const page = await work.list(kind, {
    ...{ match, limit, startingAfter: text(params, 'starting_after') },
    createdFrom: integer(map(params, 'created'), 'gte'),
    ...(!showsAll && { statuses: ['incomplete', 'active', 'past_due'] }),
  });
  return { object: 'list', ...page };
}

/** Returns the values of a list's filters. Promotion codes are found in upper and lower case. */
function matchOf({ params }: Asked, filters: readonly string[]): object {
  const named = filters.flatMap((name) => {
    const value = text(params, name);
    return value === undefined ? [] : [[name, name === 'code' ? value.toUpperCase() : value]];
  });
  return Object.fromEntries(named) as object;
}

async function invoicePayments({ work, params }: Asked) {
  const id = required(map(params, 'payment'), 'payment_intent');
  const { invoice, intent } = await paymentOf(work, id);
  const payment = { type: 'payment_intent', payment_intent: intent.id };
  return { object: 'list', data: [{ invoice: invoice.id, payment }], has_more: false };
}

export const readingRoutes: readonly Route[] = [
  ...collections.flatMap(({ name, kind, filters = [] }): Route[] => [
    { method: 'GET', path: `/v1/${name}`, run: (asked) => list(asked, kind, matchOf(asked, filters)) },
    { method: 'GET', path: `/v1/${name}/:id`, run: ({ work, path }) => work.get(kind, path['id']) },
  ]),
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    run: (asked) => list(asked, 'payment_method', { customer: asked.path['id'] }),
  },
  { method: 'GET', path: '/v1/invoice_payments', run: invoicePayments },
];
