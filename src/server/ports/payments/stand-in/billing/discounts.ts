import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { discountShape } from '../shapes/catalogue.ts';
import { newId, type Work } from '../store/work.ts';

/** The target of a discount: a subscription, an invoice or one line of it. */
type Target = {
  customerId: string;
  subscriptionId?: string;
  invoiceId?: string;
  invoiceItemId?: string;
};

/**
 * Redeems a promotion code once.
 * @throws ApiError 400 for a code that has expired, is used up or not active
 */
export async function redeem(work: Work, promotionCodeId: string, target: Target): Promise<Stripe.Discount> {
  const promotion = await work.get('promotion_code', promotionCodeId);
  const coupon = await work.get('coupon', promotion.promotion.coupon);
  const over =
    !promotion.active ||
    isPast(promotion.expires_at, work.at) ||
    isPast(coupon.redeem_by, work.at) ||
    isReached(promotion.max_redemptions, promotion.times_redeemed) ||
    isReached(coupon.max_redemptions, coupon.times_redeemed);
  if (over)
    throw ApiError.wrong(
      'promotion_code',
      `This promotion code is no longer valid: ${promotion.code}`,
      'promotion_code_expired',
    );
  const discount = discountShape({
    id: newId('di'),
    at: work.at,
    couponId: coupon.id,
    promotionCodeId: promotion.id,
    end: endOf(coupon, work.at),
    ...target,
  });
  work.put({ ...promotion, times_redeemed: promotion.times_redeemed + 1 });
  work.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  return work.put(discount);
}

const isPast = (moment: number | null, at: number) => moment !== null && moment <= at;
const isReached = (most: number | null, times: number) => most !== null && times >= most;

function endOf(coupon: Stripe.Coupon, at: number): number | null {
  if (coupon.duration !== 'repeating') return null;
  const end = new Date(at * 1000);
  end.setUTCMonth(end.getUTCMonth() + (coupon.duration_in_months ?? 0));
  return Math.floor(end.getTime() / 1000);
}

/** Whether a discount still applies to the next invoice of a subscription, after an invoice made at `at`. */
export async function staysAfter(work: Work, discountId: string, at: number): Promise<boolean> {
  const discount = await work.get('discount', discountId);
  const coupon = await work.get('coupon', discount.source.coupon);
  if (coupon.duration === 'once') return false;
  return discount.end === null || discount.end > at;
}

/** A discount and its coupon. */
type Given = { discountId: string; coupon: Stripe.Coupon };

/**
 * Calculates the sums of lines: each discount reduces the lines to which it applies, in their order, never below zero.
 * @param own discounts of single lines, by the line's id; they are applied before those of the whole invoice
 */
export function sumsOf(
  lines: readonly Stripe.InvoiceLineItem[],
  whole: readonly Given[],
  own: ReadonlyMap<string, readonly Given[]> = new Map(),
) {
  const left = new Map(lines.map((line) => [line.id, line.amount]));
  const taken = new Map<string, number>();
  const amounts = new Map<string, Stripe.InvoiceLineItem.DiscountAmount[]>();
  const apply = ({ discountId, coupon }: Given, candidates: readonly Stripe.InvoiceLineItem[]) => {
    const { applies_to } = coupon;
    const eligible = candidates.filter(
      ({ pricing }) => !applies_to || applies_to.products.includes(pricing?.price_details?.product ?? ''),
    );
    const sum = eligible.reduce((total, { id }) => total + (left.get(id) ?? 0), 0);
    let rest = Math.min(coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100), sum);
    taken.set(discountId, (taken.get(discountId) ?? 0) + rest);
    for (const { id } of eligible) {
      const amount = Math.min(rest, left.get(id) ?? 0);
      rest -= amount;
      left.set(id, (left.get(id) ?? 0) - amount);
      amounts.set(id, [...(amounts.get(id) ?? []), { amount, discount: discountId }]);
    }
  };
  for (const line of lines) for (const given of own.get(line.id) ?? []) apply(given, [line]);
  for (const given of whole) apply(given, lines);
  return {
    subtotal: lines.reduce((total, { amount }) => total + amount, 0),
    total: [...left.values()].reduce((sum, amount) => sum + amount, 0),
    taken: [...taken].map(([discount, amount]) => ({ amount, discount })),
    lines: lines.map((line) => ({ ...line, discount_amounts: amounts.get(line.id) ?? [] })),
  };
}

async function givenOf(work: Work, discounts: Stripe.Invoice['discounts']): Promise<Given[]> {
  const given: Given[] = [];
  for (const reference of discounts) {
    const discount = await work.get('discount', reference);
    given.push({ discountId: discount.id, coupon: await work.get('coupon', discount.source.coupon) });
  }
  return given;
}

/** Returns an invoice with its sums. */
export async function withSums(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const own = new Map<string, Given[]>();
  for (const line of invoice.lines.data) own.set(line.id, await givenOf(work, line.discounts));
  const sums = sumsOf(invoice.lines.data, await givenOf(work, invoice.discounts), own);
  const { subtotal, total } = sums;
  return {
    ...invoice,
    lines: { ...invoice.lines, data: sums.lines },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts: sums.taken,
    amount_due: total,
    amount_remaining: total,
  };
}
