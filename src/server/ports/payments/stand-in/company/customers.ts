import type { Asked } from '../http/call.ts';
import { integer, map, metadataOf, required, text, texts, type Params } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import type { Work } from '../store/work.ts';
import { setDefaultCard } from './cards.ts';

/** Returns the fields of a customer that a request names; an empty text removes the value. */
function namedFields(params: Params) {
  const email = text(params, 'email');
  const name = text(params, 'name');
  const preferred_locales = texts(params, 'preferred_locales');
  return {
    ...(email !== undefined && { email: email || null }),
    ...(name !== undefined && { name }),
    ...(preferred_locales.length > 0 && { preferred_locales }),
  };
}

const create = ({ work, params }: Asked) =>
  work.add('customer', { ...namedFields(params), metadata: metadataOf(params) }, 'customer.created');

async function update({ work, path, params }: Asked) {
  const customer = work.change(await work.get('customer', path['id']), namedFields(params));
  const card = text(map(params, 'invoice_settings'), 'default_payment_method');
  const known = card && (await work.get('payment_method', card));
  const updated = known ? setDefaultCard(work, customer, known.id) : customer;
  work.emit('customer.updated', updated);
  return updated;
}

type NewPrice = { product: string; unit_amount: number; interval: string | null; id?: string };

/** Adds a price, recurring if it has an interval. */
export const addPrice = (work: Work, { interval, ...price }: NewPrice) =>
  work.add('price', {
    ...price,
    type: interval === null ? 'one_time' : 'recurring',
    recurring:
      interval === null
        ? null
        : {
            ...{ interval: interval as 'year', interval_count: 1, usage_type: 'licensed' },
            ...{ meter: null, trial_period_days: null },
          },
  });

const createPrice = ({ work, params }: Asked) =>
  addPrice(work, {
    product: work.add('product', { name: required(map(params, 'product_data'), 'name') }).id,
    unit_amount: integer(params, 'unit_amount') ?? 0,
    interval: text(map(params, 'recurring'), 'interval') ?? null,
  });

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', run: create },
  { method: 'POST', path: '/v1/customers/:id', run: update },
  { method: 'POST', path: '/v1/prices', run: createPrice },
];
