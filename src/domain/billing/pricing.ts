import type { PaymentPlan } from './payment-plan.ts';

/** Discount of a coupon: cents (`amount_off`), or percent (`percent_off`, up to two decimals); one of them. */
export type Coupon = { amount_off: number | null; percent_off: number | null };

/** A promotion (ENT-04): the code that a person types, and its discount. */
export type Promotion = { id: string; code: string; coupon: Coupon };

type Fees = Pick<PaymentPlan, 'initialFee' | 'yearlyFee'>;

/** Returns the price before a promotion, in cents: the initial fee and the first year (PAY-19). */
export const fullPrice = ({ initialFee, yearlyFee }: Fees): number => initialFee + (yearlyFee ?? 0);

/**
 * Returns the discount of a coupon in cents (PAY-20, PAY-21): its amount, or its percent of the initial fee only; 100 % covers
 * everything. Never more than the full price.
 */
export function discountOf(fees: Fees, coupon: Coupon | null): number {
  if (!coupon) return 0;
  const whole = fullPrice(fees);
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, whole);
  if (coupon.percent_off === null) return 0;
  if (coupon.percent_off >= 100) return whole;
  return Math.round((fees.initialFee * coupon.percent_off) / 100);
}

/** Returns the amount to pay today, in cents: initial fee + yearly fee - discount (PAY-19). */
export const totalOf = (fees: Fees, coupon: Coupon | null): number =>
  fullPrice(fees) - discountOf(fees, coupon);
