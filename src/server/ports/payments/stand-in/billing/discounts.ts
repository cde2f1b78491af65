import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { discountShape } from '../shapes/catalogue.ts';
import { idOf } from '../store/kinds.ts';
import { newId, type Work } from '../store/work.ts';

/** What a discount is given for: a subscription, an invoice or one line of it. */
type Target = {
  customerId: string;
  subscriptionId?: string;
  invoiceId?: string;
  invoiceItemId?: string;
};

/**
 * Redeems a promotion code once.
 * @throws ApiError 400 for a code that is over, used up or not active
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

/** Whether a subscription keeps a discount for the invoice after one that was made at `at`. */
export async function staysAfter(work: Work, discountId: string, at: number): Promise<boolean> {
  const discount = await work.get('discount', discountId);
  const coupon = await work.get('coupon', discount.source.coupon);
  if (coupon.duration === 'once') return false;
  return discount.end === null || discount.end > at;
}

/** An invoice with its sums: each discount takes from the lines that it is for, in their order, never more than is left. */
export async function withSums(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const lines = invoice.lines.data.map((line) => ({ ...line, discount_amounts: [] as Amount[] }));
  const left = new Map(lines.map((line) => [line.id, line.amount]));
  const whole = invoice.discounts.flatMap((discount) => idOf(discount) ?? []);
  const taken = new Map<string, number>();
  const apply = async (discountId: string, candidates: typeof lines) => {
    const discount = await work.get('discount', discountId);
    const coupon = await work.get('coupon', discount.source.coupon);
    const { applies_to } = coupon;
    const eligible = candidates.filter(
      ({ pricing }) => !applies_to || applies_to.products.includes(pricing?.price_details?.product ?? ''),
    );
    const sum = eligible.reduce((total, { id }) => total + (left.get(id) ?? 0), 0);
    let rest = Math.min(coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100), sum);
    taken.set(discountId, (taken.get(discountId) ?? 0) + rest);
    for (const line of eligible) {
      const amount = Math.min(rest, left.get(line.id) ?? 0);
      rest -= amount;
      left.set(line.id, (left.get(line.id) ?? 0) - amount);
      line.discount_amounts.push({ amount, discount: discountId });
    }
  };
  for (const line of lines) for (const discount of line.discounts) await apply(idOf(discount) ?? '', [line]);
  for (const discountId of whole) await apply(discountId, lines);

  const subtotal = lines.reduce((total, { amount }) => total + amount, 0);
  const total = [...left.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    ...invoice,
    lines: { ...invoice.lines, data: lines },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts: [...taken].map(([discount, amount]) => ({ amount, discount })),
    amount_due: total,
    amount_remaining: total,
  };
}

type Amount = Stripe.InvoiceLineItem.DiscountAmount;
