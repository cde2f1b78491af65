import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { care, startPayments, subscriber, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.close());

const decide = async (secret: string, decision: 'complete' | 'fail') => {
  const app = (await import('fastify')).default();
  test.standIn.registerBrowserRoutes(app);
  const [id = ''] = secret.split('_secret_');
  const kind = id.startsWith('seti') ? 'setup_intents' : 'payment_intents';
  const response = await app.inject({
    method: 'POST',
    url: `/stripe-stand-in/v1/${kind}/${id}/three_d_secure`,
    headers: {
      authorization: `Bearer ${test.standIn.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ client_secret: secret, decision }).toString(),
  });
  await app.close();
  return response.statusCode;
};

const secretOf = (outcome: { kind: string; clientSecret?: string }): string => {
  expect(outcome.kind).toBe('needs-action');
  return outcome.clientSecret ?? '';
};

describe('paying with test cards', () => {
  it.each([
    ['pm_card_visa', 'visa', '4242'],
    ['pm_card_mastercard', 'mastercard', '4444'],
    ['pm_card_amex', 'amex', '0005'],
    ['pm_card_jcb', 'jcb', '0505'],
    ['pm_card_unionpay', 'unionpay', '0005'],
  ])(
    'succeeds with %s, which is saved for the next payment [PAY-17, ENT-05, API-10]',
    async (card, brand, last4) => {
      const { outcome, customerId, subscriptionId, invoiceId } = await subscriber(test, card);
      expect(outcome).toEqual({ kind: 'paid' });
      expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'active' });
      expect(await test.provider.findInvoice(invoiceId)).toMatchObject({
        status: 'paid',
        total: 4_900,
        paidAt: expect.any(Date) as Date,
        card: { brand, last4 },
      });
      expect(await test.provider.cardOf(customerId)).toMatchObject({ brand, last4, exp_month: 12 });
    },
  );

  it.each([
    ['pm_card_chargeDeclined', 'declined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'cvc'],
    ['pm_card_chargeCustomerFail', 'declined'],
  ])(
    'is refused with %s and a reason, and then succeeds with another card [ERR-10]',
    async (card, reason) => {
      const { outcome, customerId, subscriptionId, invoiceId } = await subscriber(test, card);
      expect(outcome).toEqual({ kind: 'declined', reason });
      expect(await test.provider.paymentOutcome(invoiceId)).toEqual({ kind: 'declined', reason });
      expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' });
      expect(await test.provider.cardOf(customerId)).toBeNull();
      const again = { customerId, invoiceId, paymentMethodId: 'pm_card_visa' };
      expect(await test.provider.pay(again, test.fresh())).toEqual({ kind: 'paid' });
    },
  );

  it('charges an invoice once, whatever keys and cards are sent for it [fault 5]', async () => {
    const customerId = await test.customer();
    const attemptId = test.fresh();
    const { invoice } = await test.provider.start({ customerId, attemptId, ...care }, attemptId);
    const payment = { customerId, invoiceId: invoice.id, paymentMethodId: 'pm_card_visa' };
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => test.provider.pay(payment, at < 25 ? 'one' : `other-${at}`)),
    );
    for (const result of results)
      if (result.status === 'fulfilled') expect(result.value).toEqual({ kind: 'paid' });
      else expect(result.reason).toMatchObject({ code: 'unavailable' });
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(24);
    const charges = await test.stripe.charges.list({ customer: customerId });
    expect(charges.data).toHaveLength(1);
  });

  it('detects that it was paid if the response to the payment was lost [fault 14]', async () => {
    const customerId = await test.customer();
    const attemptId = test.fresh();
    const { invoice } = await test.provider.start({ customerId, attemptId, ...care }, attemptId);
    const payment = { customerId, invoiceId: invoice.id, paymentMethodId: 'pm_card_visa' };
    test.standIn.breakCalls(({ path }) => (path.endsWith('/confirm') ? 'lose-answer' : 'answer'));
    await expect(test.provider.pay(payment, 'lost')).rejects.toMatchObject({ code: 'unavailable' });
    test.standIn.breakCalls(null);
    expect(await test.provider.paymentOutcome(invoice.id)).toEqual({ kind: 'paid' });
    expect(await test.provider.pay(payment, 'lost')).toEqual({ kind: 'paid' });
    expect(await test.provider.pay(payment, 'another')).toEqual({ kind: 'paid' });
    expect((await test.stripe.charges.list({ customer: customerId })).data).toHaveLength(1);
    expect(await test.provider.cardOf(customerId)).toMatchObject({ last4: '4242' });
  });

  it.each(['fail', 'lose-request'] as const)(
    'reports an unknown outcome if the payment company is down (%s) [fault 16]',
    async (fate) => {
      test.standIn.breakCalls(() => fate);
      await expect(test.provider.priceAmount('price_wattle_care')).rejects.toMatchObject({
        code: 'unavailable',
      });
      test.standIn.breakCalls(null);
    },
  );

  it('refuses a card or an invoice of another person [security 7]', async () => {
    const one = await subscriber(test);
    const other = await test.customer();
    const attemptId = test.fresh();
    const { invoice } = await test.provider.start({ customerId: other, attemptId, ...care }, attemptId);
    const card = (await test.provider.cardOf(one.customerId))!.id;
    await expect(
      test.provider.pay({ customerId: other, invoiceId: invoice.id, paymentMethodId: card }, test.fresh()),
    ).rejects.toMatchObject({ code: 'refused' });
    await expect(
      test.provider.pay(
        { customerId: one.customerId, invoiceId: invoice.id, paymentMethodId: card },
        test.fresh(),
      ),
    ).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('a card that needs confirmation at the bank', () => {
  it('pays after the person confirmed, and is saved', async () => {
    const { outcome, customerId, invoiceId } = await subscriber(test, 'pm_card_threeDSecure2Required');
    const secret = secretOf(outcome);
    expect(await test.provider.paymentOutcome(invoiceId)).toEqual(outcome);
    expect(await decide(secret.replace(/.$/, '#'), 'complete')).toBe(404);
    expect(await decide(secret, 'complete')).toBe(200);
    expect(await test.provider.paymentOutcome(invoiceId)).toEqual({ kind: 'paid' });
    expect(await test.provider.cardOf(customerId)).toMatchObject({ last4: '3220' });
  });

  it('is refused if the person declined, and charges nothing if the person leaves half way', async () => {
    const refused = await subscriber(test, 'pm_card_threeDSecure2Required');
    expect(await decide(secretOf(refused.outcome), 'fail')).toBe(200);
    expect(await test.provider.paymentOutcome(refused.invoiceId)).toEqual({
      kind: 'declined',
      reason: 'bank-check-failed',
    });
    const left = await subscriber(test, 'pm_card_threeDSecure2Required');
    await test.provider.giveUp(left);
    expect(await test.provider.paymentOutcome(left.invoiceId)).toEqual({ kind: 'not-tried' });
    expect((await test.stripe.charges.list({ customer: left.customerId })).data).toEqual([]);
  });
});

describe('saving a card', () => {
  it('replaces the previous card; the new one can be removed [API-21]', async () => {
    const { customerId } = await subscriber(test);
    const key = test.fresh();
    expect(await test.provider.saveCard(customerId, 'pm_card_mastercard', key)).toEqual({ kind: 'paid' });
    expect(await test.provider.cardOf(customerId)).toMatchObject({ brand: 'mastercard' });
    expect((await test.stripe.customers.listPaymentMethods(customerId)).data).toHaveLength(1);
    await test.provider.removeCards(customerId);
    await test.provider.removeCards(customerId);
    await test.provider.removeCards('cus_none');
    expect(await test.provider.cardOf(customerId)).toBeNull();
  });

  it('fails for a card that the bank refuses, and keeps the previous card', async () => {
    const { customerId } = await subscriber(test);
    expect(await test.provider.saveCard(customerId, 'pm_card_chargeDeclined', test.fresh())).toEqual({
      kind: 'declined',
      reason: 'declined',
    });
    expect(await test.provider.cardOf(customerId)).toMatchObject({ last4: '4242' });
  });

  it('waits for confirmation at the bank if required, for this customer and secret only', async () => {
    const customerId = await test.customer();
    const other = await test.customer();
    const asked = await test.provider.saveCard(
      customerId,
      'pm_card_authenticationRequiredOnSetup',
      test.fresh(),
    );
    const secret = secretOf(asked);
    expect(await test.provider.saveCardOutcome(secret, customerId)).toEqual(asked);
    expect(await decide(secret.replace(/.$/, '#'), 'complete')).toBe(404);
    expect(await decide(secret, 'complete')).toBe(200);
    expect(await test.provider.saveCardOutcome(secret, other)).toEqual({ kind: 'not-tried' });
    expect(await test.provider.saveCardOutcome(`${secret}x`, customerId)).toEqual({ kind: 'not-tried' });
    expect(await test.provider.saveCardOutcome(secret, customerId)).toEqual({ kind: 'paid' });
    expect(await test.provider.cardOf(customerId)).toMatchObject({ last4: '3155' });
  });

  it('returns the details of a new card before it is saved, also of a brand that is not accepted [PAY-17]', async () => {
    const made = await test.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '6011111111111117', exp_month: 2, exp_year: 2040, cvc: '123' },
    });
    expect(await test.provider.findCard(made.id, null)).toEqual({
      id: made.id,
      brand: 'other',
      last4: '1117',
      exp_month: 2,
      exp_year: 2040,
    });
    expect(await test.provider.findCard('pm_none', null)).toBeNull();
  });
});
