import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  care,
  lifetime,
  moneyOf,
  payingPerson,
  startPayments,
  subscribe,
  type TestPayments,
} from '../../../../../testing/stand-ins/payments.ts';
import { contextFor, person, provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { getPaymentInformation, getStripePromotion } from './read-operations.ts';

let test: TestServices;
let company: TestPayments;

beforeAll(async () => {
  test = await startServices();
  company = await startPayments(test.services);
});
afterAll(async () => {
  await company.close();
  await test.close();
});

describe('a promotion', () => {
  const lookUp = async (code: string) => {
    const who = await person(test.services);
    const context = contextFor(test.services, who.actor);
    return (await getStripePromotion.call(context, { stripePromotionId: code })).stripePromotion;
  };

  it('is found by its code and by its id; an unknown code is null [API-12, CON-32, PAY-15, ENT-04]', async () => {
    const byCode = await lookUp('welcome10');
    expect(byCode).toMatchObject({ code: 'WELCOME10', coupon: { amount_off: 1_000, percent_off: null } });
    expect(await lookUp(byCode!.id)).toEqual(byCode);
    expect(await lookUp('NOSUCHCODE')).toBeNull();
    expect(await lookUp('EXPIRED1')).toMatchObject({ state: 'expired' });
    expect(await lookUp('USEDUP1')).toMatchObject({ state: 'used-up' });
  });

  it.each([
    ['WELCOME10', care, 3_900, 1_000],
    ['WELCOME10', lifetime, 28_900, 1_000],
    ['HALF', lifetime, 14_950, 14_950],
    ['HALF', care, 4_900, 0],
    ['FREE100', care, 0, 4_900],
    ['FREE100', lifetime, 0, 29_900],
    ['BIG', care, 0, 4_900],
    ['LIFE50', lifetime, 24_900, 5_000],
  ])(
    '%s on %j leaves %i cents [PAY-19, PAY-20, PAY-21, CON-33, GAP-58]',
    async (promotionId, plan, total, off) => {
      const call = { ...plan, promotionId, ...(total === 0 && { paymentMethodId: null }) };
      const who = await payingPerson(test.services, call);
      const money = await moneyOf(test.services, who.userId);
      expect(money.paidThere.map((invoice) => [invoice.total, invoice.discount])).toEqual([[total, off]]);
      expect(money.transactions).toMatchObject([
        { amount: total, discount: off, status: 'paid', promotion_code: off > 0 ? promotionId : null },
      ]);
      expect(money.user.stripe_promotion_id === null).toBe(off === 0);
    },
  );

  it.each([
    ['NOSUCHCODE', 'error.invalidCode'],
    ['EXPIRED1', 'error.payment.promoExpired'],
    ['USEDUP1', 'error.payment.promoUsedUp'],
    ['LIFE50', 'error.payment.promoOtherPlan'],
  ])('%s is refused at its field and no payment begins [PAY-15]', async (promotionId, message) => {
    const who = await person(test.services);
    await expect(subscribe(test.services, who, { ...care, promotionId })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'promotionId', message }],
    });
    expect((await moneyOf(test.services, who.userId)).attempts).toEqual([]);
  });

  it('for every year reduces the next payment too [PAY-20]', async () => {
    const who = await payingPerson(test.services, { ...care, promotionId: 'EVERYYEAR5' });
    expect((await moneyOf(test.services, who.userId)).plan).toMatchObject({
      next_amount: 4_400,
      promotion_code: 'EVERYYEAR5',
    });
    const once = await payingPerson(test.services, { ...care, promotionId: 'WELCOME10' });
    expect((await moneyOf(test.services, once.userId)).plan).toMatchObject({ next_amount: 4_900 });
  });
});

describe('the input of a browser', () => {
  it.each([
    [{ yearlyPriceId: 'price_cheap' }, 'yearlyPriceId', 'error.payment.planUnknown'],
    [{ initialPriceId: 'price_wattle_care' }, 'initialPriceId', 'error.payment.planUnknown'],
    [{ yearlyPriceId: 'price_wattle_lifetime' }, 'yearlyPriceId', 'error.payment.planUnknown'],
    [
      { initialPriceId: 'price_wattle_lifetime', yearlyPriceId: 'price_wattle_care' },
      'yearlyPriceId',
      'error.payment.planUnknown',
    ],
    [{}, 'initialPriceId', 'error.payment.planRequired'],
    [{ ...care, amount: 1 }, 'amount', 'error.general_error'],
    [{ ...care, total: 0 }, 'total', 'error.general_error'],
    [{ ...care, user_id: '0b7c3c62-57f6-4a52-9a39-6d4c54c1ad12' }, 'user_id', 'error.general_error'],
  ])('with a price is not trusted: %j [security 7, PAY-04]', async (call, field, message) => {
    const who = await person(test.services);
    await expect(subscribe(test.services, who, call)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field, message }],
    });
    expect((await moneyOf(test.services, who.userId)).attempts).toEqual([]);
  });

  it('cannot contain the price of another person; its own person pays it [PAY-10]', async () => {
    const { db } = test.services;
    const own = await db
      .insertInto('subscriptions')
      .values({
        name: 'Founders',
        fee: 2_500,
        customer_type_id: 1,
        recurrence: 'year',
        stripe: true,
        stripe_price_id: `price_${randomUUID()}`,
      })
      .returning(['id', 'stripe_price_id'])
      .executeTakeFirstOrThrow();
    const stranger = await person(test.services);
    const order = { ...care, yearlyPriceId: own.stripe_price_id };
    await expect(subscribe(test.services, stranger, order)).rejects.toMatchObject({
      fields: [{ message: 'error.payment.planUnknown' }],
    });
    const who = await person(test.services);
    await db.updateTable('users').set({ subscription_id: own.id }).where('id', '=', who.userId).execute();
    const information = await getPaymentInformation.call(contextFor(test.services, who.actor), {});
    expect(information).toMatchObject({
      current: null,
      ownPrice: { plan: null, label: 'Founders', fee: 2_500, recurrence: 'year' },
    });
    await expect(subscribe(test.services, who, care)).rejects.toMatchObject({
      fields: [{ message: 'error.payment.planUnknown' }],
    });
  });

  it('is refused when a provider pays, or when payment is off [BILL-02, PAY-18, CON-25]', async () => {
    const covered = await person(test.services, { providerId: await provider(test.services) });
    await expect(subscribe(test.services, covered)).rejects.toMatchObject({ code: 'forbidden' });
    const who = await person(test.services);
    const off = { ...test.services, payments: null };
    await expect(subscribe(off, who, { ...care, paymentMethodId: 'pm_1' })).rejects.toMatchObject({
      code: 'forbidden',
      fields: [{ field: 'payment', message: 'error.paymentDisabled' }],
    });
    const information = await getPaymentInformation.call(contextFor(off, who.actor), {});
    expect(information).toMatchObject({ disabled: true, publishable_key: null });
  });
});
