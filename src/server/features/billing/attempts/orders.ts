import * as z from 'zod/mini';
import { discountOf, totalOf } from '../../../../domain/billing/pricing.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { PaymentProviderError, type FoundPromotion, type Start } from '../../../ports/payments/port.ts';
import type { Order } from './begin.ts';
import { findOpenAttempt } from './attempt-store.ts';
import {
  isPaid,
  offerOfCall,
  paymentsOf,
  providerDown,
  refusedAt,
  standingOf,
  type Payer,
} from '../payer.ts';
import type { Offer } from '../plans.ts';
import { providerId } from '../provider-id.ts';

/** Rate limits for requested promotion codes, so that they cannot be guessed. */
export const promotionTries = (userId: string, address: string): Tries => [
  { counted: ['promotion:account', userId], counts: 'always' },
  { counted: ['promotion:address', address], counts: 'always' },
];

const optionalId = z.optional(z.nullable(providerId));

/** Input of a call to pay: price ids, and the id or the code of a promotion. */
export const orderInput = {
  initialPriceId: optionalId,
  yearlyPriceId: optionalId,
  promotionId: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))),
};

type OrderCall = {
  initialPriceId?: string | null | undefined;
  yearlyPriceId?: string | null | undefined;
  promotionId?: string | null | undefined;
};

/** A requested payment plan, with the input for the payment company. */
export type PlanOrder = Order & { start: Omit<Start, 'attemptId' | 'customerId'> };

async function usablePromotion(
  services: Services,
  { userId }: Payer,
  offer: Offer,
  idOrCode: string,
): Promise<FoundPromotion> {
  const promotion = await paymentsOf(services)
    .findPromotion(idOrCode)
    .catch((error: unknown) => {
      throw error instanceof PaymentProviderError ? providerDown() : error;
    });
  if (promotion === null) throw refusedAt('promotionId', 'error.invalidCode');
  const priceId = offer.yearlyPriceId ?? offer.initialPriceId;
  if (promotion.priceIds !== null && (priceId === null || !promotion.priceIds.includes(priceId)))
    throw refusedAt('promotionId', 'error.payment.promoOtherPlan');
  if (promotion.state === 'usable') return promotion;
  // The open payment may itself have used it up.
  const open = await findOpenAttempt(services.db, userId);
  if (open?.promotion_id === promotion.id) return promotion;
  throw refusedAt(
    'promotionId',
    promotion.state === 'expired' ? 'error.payment.promoExpired' : 'error.payment.promoUsedUp',
  );
}

/**
 * Returns the requested payment of a call. The amount comes from our row and from the payment company's promotion, never from the
 * call. A promotion without a discount is left out, so that it is not used up for nothing.
 * @throws AppError `invalid` at the field; `unavailable`
 */
export async function planOrder(services: Services, payer: Payer, call: OrderCall): Promise<PlanOrder> {
  const standing = await standingOf(services.db, services, payer);
  const offer = await offerOfCall(services.db, services, standing, call);
  const given = call.promotionId ?? null;
  const found = given === null ? null : await usablePromotion(services, payer, offer, given);
  const promotion = found !== null && discountOf(offer, found.coupon) > 0 ? found : null;
  const percent = promotion?.coupon.percent_off ?? null;
  const isYearly = offer.yearlyFee !== null;
  return {
    attempt: {
      subscription_id: offer.rowId,
      promotion_id: promotion?.id ?? null,
      promotion: promotion && {
        code: promotion.code,
        coupon: promotion.coupon,
        everyYear: promotion.everyYear,
      },
      total: totalOf(offer, promotion?.coupon ?? null),
    },
    isPaid: (now) => isPaid(now, offer.rowId, isYearly),
    start: {
      initialPriceId: offer.initialPriceId,
      yearlyPriceId: offer.yearlyPriceId,
      promotion: promotion && {
        id: promotion.id,
        on: percent !== null && percent < 100 ? 'initial-fee' : 'everything',
      },
    },
  };
}
