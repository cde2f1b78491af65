import {
  couponShape,
  priceShape,
  productShape,
  promotionCodeShape,
  type NewCoupon,
} from './shapes/catalogue.ts';
import type { Kept } from './store/kinds.ts';
import type { Work } from './store/work.ts';

/** The seeded prices of the stand-in. */
export const standInPrices = { careYearly: 'price_wattle_care', lifetime: 'price_wattle_lifetime' };

const lifetimeProduct = 'prod_wattle_lifetime';

type SeededCode = Omit<NewCoupon, 'id' | 'at'> & { code: string; expiresAt?: number; timesRedeemed?: number };

const codes: readonly SeededCode[] = [
  { code: 'WELCOME10', amountOff: 1_000, duration: 'once' },
  { code: 'HALF', percentOff: 50, duration: 'once' },
  { code: 'FREE100', percentOff: 100, duration: 'once' },
  { code: 'EVERYYEAR5', amountOff: 500, duration: 'forever' },
  { code: 'LIFE50', amountOff: 5_000, duration: 'once', products: [lifetimeProduct] },
  { code: 'EXPIRED1', amountOff: 1_000, duration: 'once', expiresAt: Date.UTC(2025, 0, 1) / 1000 },
  { code: 'USEDUP1', amountOff: 1_000, duration: 'once', maxRedemptions: 1, timesRedeemed: 1 },
  { code: 'BIG', amountOff: 50_000, duration: 'once' },
];

function seeds(at: number): Kept[] {
  return [
    productShape({ id: 'prod_wattle_care', name: 'Wattle care plan', at }),
    productShape({ id: lifetimeProduct, name: 'Wattle lifetime plan', at }),
    priceShape({
      id: standInPrices.careYearly,
      productId: 'prod_wattle_care',
      cents: 4_900,
      interval: 'year',
      at,
    }),
    priceShape({
      id: standInPrices.lifetime,
      productId: lifetimeProduct,
      cents: 29_900,
      interval: null,
      at,
    }),
    ...codes.flatMap(({ code, expiresAt, timesRedeemed, maxRedemptions, ...coupon }) => {
      const id = code.toLowerCase();
      return [
        couponShape({ id, at, name: code, ...coupon }),
        promotionCodeShape({
          id: `promo_${id}`,
          code,
          couponId: id,
          at,
          expiresAt: expiresAt ?? null,
          maxRedemptions: maxRedemptions ?? null,
          timesRedeemed: timesRedeemed ?? 0,
        }),
      ];
    }),
  ];
}

/** Adds the seeded prices and promotion codes that are missing. */
export async function seed(work: Work): Promise<void> {
  const wanted = seeds(work.at);
  await work.preload(wanted.map(({ id }) => id));
  for (const object of wanted) if (!(await work.any(object.id))) work.put(object);
}
