import type { Duration } from '../../../../domain/billing/providers/billing-terms.ts';
import type Stripe from 'stripe';
import type { FoundPromotion, PaymentProvider } from '../port.ts';
import { asking, orNull } from './calls.ts';

type PriceCalls = Pick<PaymentProvider, 'createPrice' | 'findPromotion' | 'priceAmount'>;

type Recurring = Stripe.PriceCreateParams.Recurring;

const recurringBy = {
  monthly: { interval: 'month' },
  'annually-1': { interval: 'year' },
  'annually-2': { interval: 'year', interval_count: 2 },
  'annually-3': { interval: 'year', interval_count: 3 },
} as const satisfies Record<Duration, Recurring>;

/** Number of prices that are read for a product: Stripe's largest page. */
const pricesOfProduct = 100;

const over = (moment: number | null, now: Date) => moment !== null && moment * 1000 <= now.getTime();

const usedUp = ({
  max_redemptions,
  times_redeemed,
}: {
  max_redemptions: number | null;
  times_redeemed: number;
}) => max_redemptions !== null && times_redeemed >= max_redemptions;

function stateOf(promotion: Stripe.PromotionCode, coupon: Stripe.Coupon, now: Date): FoundPromotion['state'] {
  if (usedUp(promotion) || usedUp(coupon)) return 'used-up';
  const isOver = over(promotion.expires_at, now) || over(coupon.redeem_by, now);
  return isOver || !promotion.active || !coupon.valid ? 'expired' : 'usable';
}

const endlessYears = (coupon: Stripe.Coupon): boolean =>
  coupon.duration === 'forever' || (coupon.duration === 'repeating' && (coupon.duration_in_months ?? 0) > 12);

/** Returns the call of the port that creates the price of a subscription plan, with its product. */
const priceCreator =
  (stripe: Stripe): PaymentProvider['createPrice'] =>
  ({ planId, name, fee, recurrence, duration }, key) =>
    asking(async () => {
      const yearly: Recurring | null = recurrence === 'year' ? { interval: 'year' } : null;
      const recurring = duration === null ? yearly : recurringBy[duration];
      const price = await stripe.prices.create(
        {
          currency: 'aud',
          unit_amount: fee,
          product_data: { name, metadata: { plan_id: planId } },
          ...(recurring && { recurring }),
        },
        { idempotencyKey: key },
      );
      return price.id;
    });

/** Returns the calls of the port that read prices and promotions. */
export function stripePrices(stripe: Stripe, clock: () => Date): PriceCalls {
  const expand = 'promotion.coupon.applies_to';

  async function promotionBy(idOrCode: string): Promise<Stripe.PromotionCode | null> {
    if (/^promo_\w+$/.test(idOrCode)) {
      const byId = await orNull(() => stripe.promotionCodes.retrieve(idOrCode, { expand: [expand] }));
      if (byId) return byId;
    }
    const { data } = await stripe.promotionCodes.list({
      code: idOrCode,
      limit: 10,
      expand: [`data.${expand}`],
    });
    return data.find(({ active }) => active) ?? data[0] ?? null;
  }

  async function pricesOf(products: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const product of products) {
      const { data } = await stripe.prices.list({ product, limit: pricesOfProduct });
      ids.push(...data.map(({ id }) => id));
    }
    return ids;
  }

  return {
    createPrice: priceCreator(stripe),
    findPromotion: (idOrCode) =>
      asking(async () => {
        const promotion = await promotionBy(idOrCode);
        const coupon = promotion?.promotion.coupon;
        if (!promotion || !coupon || typeof coupon === 'string') return null;
        // Ignore promotions for a single customer or in another currency: they are not ours.
        if (promotion.customer !== null || (coupon.amount_off !== null && coupon.currency !== 'aud'))
          return null;
        return {
          id: promotion.id,
          code: promotion.code,
          coupon: { amount_off: coupon.amount_off, percent_off: coupon.percent_off },
          state: stateOf(promotion, coupon, clock()),
          priceIds: coupon.applies_to ? await pricesOf(coupon.applies_to.products) : null,
          everyYear: endlessYears(coupon),
        };
      }),

    priceAmount: (priceId) =>
      asking(async () => {
        const price = await orNull(() => stripe.prices.retrieve(priceId));
        if (!price?.active || price.unit_amount === null || price.currency !== 'aud') return null;
        const { recurring } = price;
        if (recurring && (recurring.interval !== 'year' || recurring.interval_count !== 1)) return null;
        return { amount: price.unit_amount, yearly: recurring !== null };
      }),
  };
}
