import { describe, expect, it } from 'vitest';
import { checkoutKind, isFor, ownPriceOf, priceOf, uncoveredPayment } from './checkout-kind.ts';

const none = { disabled: false, covered: false, current: null, ownPrice: null };
const plan = (state: 'none' | 'active' | 'past_due' | 'ending' | 'ended') => ({
  ...none,
  current: { state },
});

describe('the kind of checkout', () => {
  it('is the choice of payment plans for a person who has none, or had one [PAY-08]', () => {
    expect([none, plan('none'), plan('ended')].map(checkoutKind)).toEqual(['choose', 'choose', 'choose']);
  });

  it('is the paid summary while there is a payment plan, even while it ends or waits for a renewal [PAY-09]', () => {
    expect([plan('active'), plan('past_due'), plan('ending')].map(checkoutKind)).toEqual([
      'paid',
      'paid',
      'paid',
    ]);
    expect(checkoutKind({ ...plan('active'), disabled: true })).toBe('paid');
  });

  it('is only the payment area for a person with their own price [PAY-10]', () => {
    expect(checkoutKind({ ...none, ownPrice: { state: 'none' } })).toBe('own-price');
  });

  it('is a notice if payment is turned off, or if a provider pays [PAY-18, BILL-02]', () => {
    expect(checkoutKind({ ...none, disabled: true })).toBe('disabled');
    expect(checkoutKind({ ...plan('active'), covered: true })).toBe('covered');
  });
});

const care = { initialPriceId: null, yearlyPriceId: 'price_care' };

it('a promotion is for the prices that it lists, or for all [PAY-13]', () => {
  expect(isFor({ priceIds: null }, care)).toBe(true);
  expect(isFor({ priceIds: ['price_care'] }, care)).toBe(true);
  expect(isFor({ priceIds: ['price_lifetime'] }, care)).toBe(false);
});

it('a person’s own price is a yearly or an initial fee, depending on its recurrence [PAY-04, PAY-05, PAY-10]', () => {
  const own = { state: 'none', label: 'Early friends', fee: 1_900, initialPriceId: null, yearlyPriceId: 'p' };
  const yearly = ownPriceOf({ ownPrice: { ...own, recurrence: 'year' } as never });
  expect(yearly).toMatchObject({ id: null, initialFee: 0, yearlyFee: 1_900, yearlyPriceId: 'p' });
  const once = ownPriceOf({ ownPrice: { ...own, recurrence: 'never' } as never });
  expect(once).toMatchObject({ initialFee: 1_900, yearlyFee: null });
  expect([yearly!, once!].map(priceOf)).toEqual([1_900, 1_900]);
});

describe('a next payment without a card [S-43]', () => {
  const current = {
    state: 'active',
    next_billing_date: '2027-11-25',
    next_amount: null,
    fee: 4_900,
  } as never;
  const with_ = (change: object) => ({ ...(current as object), ...change }) as never;

  it('is shown with its date and its amount', () => {
    expect(uncoveredPayment({ current, card: null })).toEqual({ date: '2027-11-25', amount: 4_900 });
    expect(uncoveredPayment({ current: with_({ next_amount: 3_900 }), card: null })?.amount).toBe(3_900);
  });

  it('is not shown with a card, if nothing is due, and if the plan ends or is paid once', () => {
    expect(uncoveredPayment({ current, card: {} as never })).toBeNull();
    for (const change of [{ next_amount: 0 }, { state: 'ending' }, { next_billing_date: null }])
      expect(uncoveredPayment({ current: with_(change), card: null })).toBeNull();
    expect(uncoveredPayment({ current: null, card: null })).toBeNull();
  });
});
