import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentPlans } from './payment-plan.ts';
import { discountOf, fullPrice, totalOf, type Coupon } from './pricing.ts';

const [care, lifetime] = paymentPlans({ careYearly: 'price_1', lifetime: 'price_2' });

const cents = fc.nat(1_000_000);
const fees = fc.record({ initialFee: cents, yearlyFee: fc.option(cents) });
const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const coupon: fc.Arbitrary<Coupon | null> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 2_000_000 }).map((amount_off) => ({ amount_off, percent_off: null })),
  percent.map((percent_off) => ({ amount_off: null, percent_off })),
);

describe('the price', () => {
  it('of the care plan is 49 dollars a year, of the lifetime plan 299 dollars once [PAY-04, PAY-06, PAY-07, PAY-08]', () => {
    expect(care).toMatchObject({ id: 'care', initialFee: 0, yearlyFee: 4_900, yearlyPriceId: 'price_1' });
    expect(lifetime).toMatchObject({ id: 'lifetime', initialFee: 29_900, yearlyFee: null });
    expect([fullPrice(care!), fullPrice(lifetime!)]).toEqual([4_900, 29_900]);
  });

  it('is the initial fee and the yearly fee without the discount, in whole cents, from 0 to the full sum [PAY-05, PAY-19, GAP-58]', () => {
    fc.assert(
      fc.property(fees, coupon, (plan, off) => {
        const total = totalOf(plan, off);
        expect(total).toBe(plan.initialFee + (plan.yearlyFee ?? 0) - discountOf(plan, off));
        expect(Number.isSafeInteger(total)).toBe(true);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(fullPrice(plan));
      }),
    );
  });

  it('is reduced by an amount, or by percent of the initial fee only [PAY-20, CON-33]', () => {
    fc.assert(
      fc.property(fees, fc.nat(99), (plan, percent_off) => {
        const off = discountOf(plan, { amount_off: null, percent_off });
        expect(Math.abs(off - (plan.initialFee * percent_off) / 100)).toBeLessThanOrEqual(0.5);
      }),
    );
    expect(discountOf(care!, { amount_off: 1_000, percent_off: null })).toBe(1_000);
    expect(discountOf(lifetime!, { amount_off: null, percent_off: 50 })).toBe(14_950);
    expect(discountOf(care!, { amount_off: null, percent_off: 50 })).toBe(0);
    expect(discountOf({ initialFee: 333, yearlyFee: null }, { amount_off: null, percent_off: 12.5 })).toBe(
      42,
    );
  });

  it('is zero with 100 percent, whatever the fees, and with an amount above them [PAY-21, GAP-58]', () => {
    fc.assert(
      fc.property(fees, (plan) => {
        expect(totalOf(plan, { amount_off: null, percent_off: 100 })).toBe(0);
        expect(discountOf(plan, { amount_off: null, percent_off: 100 })).toBe(fullPrice(plan));
        expect(totalOf(plan, { amount_off: fullPrice(plan) + 1, percent_off: null })).toBe(0);
      }),
    );
  });

  it('is the full one without a promotion, and with 0 percent [PAY-19]', () => {
    fc.assert(
      fc.property(fees, (plan) => {
        expect(totalOf(plan, null)).toBe(fullPrice(plan));
      }),
    );
    expect(totalOf(lifetime!, { amount_off: null, percent_off: 0 })).toBe(29_900);
  });
});
