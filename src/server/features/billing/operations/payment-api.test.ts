import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

describe('the payment operations of the API', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const someone = async () => {
    const who = await person(app.services);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return async (query: string) => {
      const { data, errors } = await client.graphql(query);
      expect(errors).toBeUndefined();
      return data;
    };
  };

  it('find a promotion, take a payment, and show plan, card and account; a card is added and a payment page opened [API-66, S-41]', async () => {
    const ask = await someone();
    const { careYearly } = app.services.config.payments.priceIds;
    const { getStripePromotion } = await ask(
      `{ getStripePromotion(stripePromotionId: "WELCOME10") { stripePromotion { id code coupon { amount_off percent_off } } } }`,
    );
    expect(getStripePromotion.stripePromotion).toMatchObject({
      code: 'WELCOME10',
      coupon: { amount_off: 1_000, percent_off: null },
    });
    const { subscribeCustomer } = await ask(`mutation {
      subscribeCustomer(paymentMethodId: "pm_card_visa", yearlyPriceId: "${careYearly}", initialPriceId: null,
        promotionId: "${getStripePromotion.stripePromotion.id}", idempotency_key: "${randomUUID()}") { status } }`);
    expect(subscribeCustomer.status).toBe('paid');
    const { getPaymentInformation, stripeAccounts, getStripeCustomer } = await ask(`{
      getPaymentInformation { current { plan state promotion_code } card { brand last4 } }
      stripeAccounts { payment_methods { id card { brand last4 exp_month exp_year } } }
      getStripeCustomer { id } }`);
    expect(getPaymentInformation).toEqual({
      current: { plan: 'care', state: 'active', promotion_code: 'WELCOME10' },
      card: { brand: 'visa', last4: '4242' },
    });
    expect(stripeAccounts.payment_methods).toEqual([
      {
        id: expect.any(String),
        card: {
          ...{ brand: 'visa', last4: '4242' },
          ...{ exp_month: expect.any(Number), exp_year: expect.any(Number) },
        },
      },
    ]);
    expect(getStripeCustomer.id).toMatch(/^cus_/);
    const { stripeAddCard } = await ask(
      `mutation { stripeAddCard(card_token: "pm_card_mastercard", idempotency_key: "${randomUUID()}") { status } }`,
    );
    expect(stripeAddCard.status).toBe('paid');
    const after = await ask('{ getPaymentInformation { card { brand } } }');
    expect(after.getPaymentInformation.card).toEqual({ brand: 'mastercard' });

    const other = await someone();
    const { stripeCheckout } = await other(
      `mutation { stripeCheckout(yearlyPriceId: "${careYearly}", idempotency_key: "${randomUUID()}") { url } }`,
    );
    expect((await fetch(new URL(stripeCheckout.url, app.url))).status).toBe(200);
  });
});
