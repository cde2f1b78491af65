import type { Asked } from '../http/call.ts';
import { map, metadataOf, text, texts } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { customerShape } from '../shapes/people.ts';
import { newId } from '../store/work.ts';
import { listed } from './lists.ts';

async function create({ work, params }: Asked) {
  const clockId = text(params, 'test_clock') ?? null;
  if (clockId) work.at = (await work.get('test_helpers.test_clock', clockId)).frozen_time;
  const customer = customerShape({
    id: newId('cus'),
    at: work.at,
    email: text(params, 'email') ?? null,
    name: text(params, 'name') ?? null,
    locales: texts(params, 'preferred_locales'),
    metadata: metadataOf(params),
    clockId,
  });
  work.emitEvent('customer.created', work.put(customer));
  return customer;
}

async function update({ work, path, params }: Asked) {
  const customer = { ...(await work.get('customer', path['id'])) };
  const email = text(params, 'email');
  if (email !== undefined) customer.email = email || null;
  const name = text(params, 'name');
  if (name !== undefined) customer.name = name || null;
  const locales = texts(params, 'preferred_locales');
  if (locales.length > 0) customer.preferred_locales = locales;
  customer.metadata = metadataOf(params, customer.metadata);
  const card = text(map(params, 'invoice_settings'), 'default_payment_method');
  if (card !== undefined) {
    if (card !== '') await work.get('payment_method', card);
    customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: card || null };
  }
  work.emitEvent('customer.updated', work.put(customer));
  return customer;
}

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', run: create },
  { method: 'GET', path: '/v1/customers/:id', run: ({ work, path }) => work.get('customer', path['id']) },
  { method: 'POST', path: '/v1/customers/:id', run: update },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    run: (asked) =>
      listed(asked, 'payment_method', `/v1/customers/${asked.path['id']}/payment_methods`, {
        customer: asked.path['id'],
      }),
  },
];
