import type Stripe from 'stripe';
import { addPrice } from './company/customers.ts';
import type { Work } from './store/work.ts';

const products = [
  { name: 'care', interval: 'year', unit_amount: 4_900 },
  { name: 'lifetime', interval: null, unit_amount: 29_900 },
];

type Seed = { code: string; coupon: Partial<Stripe.Coupon>; promotion?: Partial<Stripe.PromotionCode> };

const codes: readonly Seed[] = [
  { code: 'WELCOME10', coupon: { amount_off: 1_000 } },
  { code: 'HALF', coupon: { percent_off: 50 } },
  { code: 'FREE100', coupon: { percent_off: 100 } },
  { code: 'EVERYYEAR5', coupon: { amount_off: 500, duration: 'forever' } },
  { code: 'LIFE50', coupon: { amount_off: 5_000, applies_to: { products: ['prod_wattle_lifetime'] } } },
  { code: 'EXPIRED1', coupon: { amount_off: 1_000 }, promotion: { expires_at: Date.UTC(2025, 0, 1) / 1000 } },
  { code: 'USEDUP1', coupon: { amount_off: 1_000 }, promotion: { max_redemptions: 1, times_redeemed: 1 } },
  { code: 'BIG', coupon: { amount_off: 50_000 } },
];

/** Adds the seeded prices and promotion codes, once per database. */
export async function seed(work: Work): Promise<void> {
  for (const { name, ...price } of products) {
    const id = `price_wattle_${name}`;
    if (await work.find('price', id)) continue;
    const product = work.add('product', { id: `prod_wattle_${name}`, name: `Wattle ${name} plan` });
    addPrice(work, { id, product: product.id, ...price });
  }
  for (const { code, coupon, promotion } of codes) {
    const id = code.toLowerCase();
    if (await work.find('coupon', id)) continue;
    work.add('coupon', { id, name: code, ...(coupon.amount_off && { currency: 'aud' }), ...coupon });
    const given = { coupon: id, type: 'coupon' } as const;
    work.add('promotion_code', { id: `promo_${id}`, code, promotion: given, ...promotion });
  }
}
