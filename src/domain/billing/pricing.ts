import type { PaymentPlan } from './payment-plan.ts';

/** What a coupon takes off: cents (`amount_off`), or percent (`percent_off`, up to two digits behind the point); one of them. */
export type Coupon = { amount_off: number | null; percent_off: number | null };

/** A promotion (ENT-04): the code that a person types, and what it takes off. */
export type Promotion = { id: string; code: string; coupon: Coupon };

type Fees = Pick<PaymentPlan, 'initialFee' | 'yearlyFee'>;

/** Cents before a promotion: the initial fee and the first year (PAY-19). */
export const fullPrice = ({ initialFee, yearlyFee }: Fees): number => initialFee + (yearlyFee ?? 0);

/**
 * Cents that a coupon takes off (PAY-20, PAY-21): its amount, or its percent of the initial fee alone; 100 % takes off all. Never more than
 * the whole price.
 */
export function discountOf(fees: Fees, coupon: Coupon | null): number {
  if (!coupon) return 0;
  const whole = fullPrice(fees);
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, whole);
  if (coupon.percent_off === null) return 0;
  if (coupon.percent_off >= 100) return whole;
  return Math.round((fees.initialFee * coupon.percent_off) / 100);
}

/** Cents to pay today: initial fee + yearly fee - discount (PAY-19). */
export const totalOf = (fees: Fees, coupon: Coupon | null): number =>
  fullPrice(fees) - discountOf(fees, coupon);
