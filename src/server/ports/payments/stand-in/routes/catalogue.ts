import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { integer, map, metadataOf, required, text } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { priceShape, productShape } from '../shapes/catalogue.ts';
import { newId } from '../store/work.ts';
import { listed } from './lists.ts';

async function createPrice({ work, params }: Asked) {
  const interval = text(map(params, 'recurring'), 'interval') ?? null;
  if (interval !== null && interval !== 'year' && interval !== 'month')
    throw ApiError.wrong('recurring[interval]', `Invalid recurring[interval]: ${interval}`);
  const product = text(params, 'product') ?? newId('prod');
  const name = text(map(params, 'product_data'), 'name');
  if (name) work.put(productShape({ id: product, name, at: work.at }));
  await work.get('product', product);
  return work.put(
    priceShape({
      id: newId('price'),
      productId: product,
      cents: integer(params, 'unit_amount') ?? 0,
      currency: required(params, 'currency'),
      interval,
      at: work.at,
      metadata: metadataOf(params),
    }),
  );
}

const listPromotionCodes = (asked: Asked) =>
  listed(asked, 'promotion_code', '/v1/promotion_codes', { code: text(asked.params, 'code')?.toLowerCase() });

export const catalogueRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/products/:id', run: ({ work, path }) => work.get('product', path['id']) },
  { method: 'POST', path: '/v1/prices', run: createPrice },
  {
    method: 'GET',
    path: '/v1/prices',
    run: (asked) => listed(asked, 'price', '/v1/prices', { parent: text(asked.params, 'product') }),
  },
  { method: 'GET', path: '/v1/prices/:id', run: ({ work, path }) => work.get('price', path['id']) },
  { method: 'GET', path: '/v1/coupons/:id', run: ({ work, path }) => work.get('coupon', path['id']) },
  { method: 'GET', path: '/v1/promotion_codes', run: listPromotionCodes },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    run: ({ work, path }) => work.get('promotion_code', path['id']),
  },
];
