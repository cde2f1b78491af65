import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { integer, map, metadataOf, required, text, texts } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { couponShape, priceShape, productShape, promotionCodeShape } from '../shapes/catalogue.ts';
import { newId } from '../store/work.ts';
import { listed } from './lists.ts';

async function createProduct({ work, params }: Asked) {
  const id = text(params, 'id') ?? newId('prod');
  return work.put(productShape({ id, name: required(params, 'name'), at: work.at }));
}

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

async function createCoupon({ work, params }: Asked) {
  const duration = text(params, 'duration') ?? 'once';
  if (duration !== 'once' && duration !== 'forever' && duration !== 'repeating')
    throw ApiError.wrong('duration', `Invalid duration: ${duration}`);
  const percentOff = text(params, 'percent_off');
  return work.put(
    couponShape({
      id: text(params, 'id') ?? newId('cou'),
      at: work.at,
      name: text(params, 'name') ?? null,
      amountOff: integer(params, 'amount_off') ?? null,
      percentOff: percentOff === undefined ? null : Number(percentOff),
      duration,
      months: integer(params, 'duration_in_months') ?? null,
      maxRedemptions: integer(params, 'max_redemptions') ?? null,
      redeemBy: integer(params, 'redeem_by') ?? null,
      products: texts(map(params, 'applies_to'), 'products'),
    }),
  );
}

async function createPromotionCode({ work, params }: Asked) {
  const coupon = await work.get('coupon', text(map(params, 'promotion'), 'coupon'));
  return work.put(
    promotionCodeShape({
      id: newId('promo'),
      code: required(params, 'code'),
      couponId: coupon.id,
      at: work.at,
      expiresAt: integer(params, 'expires_at') ?? null,
      maxRedemptions: integer(params, 'max_redemptions') ?? null,
    }),
  );
}

const listPromotionCodes = (asked: Asked) =>
  listed(asked, 'promotion_code', '/v1/promotion_codes', { code: text(asked.params, 'code')?.toLowerCase() });

export const catalogueRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/products', run: createProduct },
  { method: 'GET', path: '/v1/products/:id', run: ({ work, path }) => work.get('product', path['id']) },
  { method: 'POST', path: '/v1/prices', run: createPrice },
  {
    method: 'GET',
    path: '/v1/prices',
    run: (asked) => listed(asked, 'price', '/v1/prices', { parent: text(asked.params, 'product') }),
  },
  { method: 'GET', path: '/v1/prices/:id', run: ({ work, path }) => work.get('price', path['id']) },
  { method: 'POST', path: '/v1/coupons', run: createCoupon },
  { method: 'GET', path: '/v1/coupons/:id', run: ({ work, path }) => work.get('coupon', path['id']) },
  { method: 'POST', path: '/v1/promotion_codes', run: createPromotionCode },
  { method: 'GET', path: '/v1/promotion_codes', run: listPromotionCodes },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    run: ({ work, path }) => work.get('promotion_code', path['id']),
  },
];
