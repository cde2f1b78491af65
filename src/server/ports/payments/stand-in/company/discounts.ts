import type Stripe from 'stripe';
import { wrongParameter } from '../http/api-error.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';

const isOver = (limit: number | null, value: number) => limit !== null && limit <= value;

/**
 * Redeems a promotion code once. Returns the ids of the discounts: one, or none without a code.
 * @throws ApiError 400 for a code that has expired or is used up
 */
export async function redeem(work: Work, promotionId: string | null): Promise<string[]> {
  if (promotionId === null) return [];
  const promotion = await work.get('promotion_code', promotionId);
  const coupon = await work.get('coupon', promotion.promotion.coupon);
  const { times_redeemed } = promotion;
  if (isOver(promotion.expires_at, work.at) || isOver(promotion.max_redemptions, times_redeemed))
    throw wrongParameter(
      'promotion_code',
      `This promotion code is no longer valid: ${promotion.code}`,
      'promotion_code_expired',
    );
  work.change(promotion, { times_redeemed: times_redeemed + 1 });
  work.change(coupon, { times_redeemed: coupon.times_redeemed + 1 });
  const discount = work.add('discount', {
    promotion_code: promotion.id,
    source: { coupon: coupon.id, type: 'coupon' },
    start: work.at,
  });
  return [discount.id];
}

/** Removes the discounts of a subscription that applied only to the invoice just made. */
export async function removeSpent(
  work: Work,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const discounts: string[] = [];
  for (const { id, coupon } of await givenOf(work, subscription.discounts))
    if (coupon.duration === 'forever') discounts.push(id);
  return work.change(subscription, { discounts });
}

/** A discount and its coupon. */
type Given = { id: string; coupon: Stripe.Coupon };

async function givenOf(work: Work, discounts: Stripe.Invoice['discounts']): Promise<Given[]> {
  const given: Given[] = [];
  for (const reference of discounts) {
    const { id, source } = await work.get('discount', reference);
    given.push({ id, coupon: await work.get('coupon', source.coupon) });
  }
  return given;
}

/** A line of a price list, with its own discounts. */
export type Line = { amount: number; product: string; own: readonly Given[] };

/**
 * Calculates the sums of lines: each discount reduces the lines to which it applies, in their order, never below zero. Discounts
 * of a line are applied before those of the whole invoice.
 */
export function sumsOf(lines: readonly Line[], whole: readonly Given[]) {
  const rests = lines.map((line) => ({ ...line, left: line.amount }));
  const total_discount_amounts: { amount: number; discount: string }[] = [];
  const apply = ({ id, coupon }: Given, candidates: typeof rests) => {
    const eligible = candidates.filter(
      ({ product }) => coupon.applies_to?.products.includes(product) ?? true,
    );
    const sum = eligible.reduce((total, { left }) => total + left, 0);
    let rest = Math.min(coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100), sum);
    total_discount_amounts.push({ amount: rest, discount: id });
    for (const line of eligible) {
      const amount = Math.min(rest, line.left);
      rest -= amount;
      line.left -= amount;
    }
  };
  for (const line of rests) for (const given of line.own) apply(given, [line]);
  for (const given of whole) apply(given, rests);
  return {
    subtotal: lines.reduce((total, { amount }) => total + amount, 0),
    total: rests.reduce((total, { left }) => total + left, 0),
    total_discount_amounts,
  };
}

/** Returns the sums of an invoice with these lines. */
export async function invoiceSums(
  work: Work,
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[],
) {
  const priced: Line[] = [];
  for (const { amount, pricing, discounts } of lines) {
    const product = idOf(pricing?.price_details?.product) ?? '';
    priced.push({ amount, product, own: await givenOf(work, discounts) });
  }
  const sums = sumsOf(priced, await givenOf(work, invoice.discounts));
  return { ...sums, amount_due: sums.total, amount_remaining: sums.total };
}
