import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cards,
  care,
  lifetime,
  moneyOf,
  payingPerson,
  startPayments,
  subscribe,
  typedCard,
  type TestPayments,
} from '../../../../../testing/stand-ins/payments.ts';
import { contextFor, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { abandonPayment, confirmPayment } from './pay-operations.ts';
import { getPaymentInformation, getTransactions, stripeAccounts } from './read-operations.ts';

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

const withCard = async (plan: object, card: keyof typeof cards) => ({
  ...plan,
  paymentMethodId: await typedCard(test.services, card),
});

const inAYear = () => {
  const [year, ...rest] = melbourneDate(new Date()).split('-');
  return [Number(year) + 1, ...rest].join('-');
};

describe('paying for a payment plan', () => {
  it('charges 49 dollars for a year, saves the card, and shows it everywhere [PAY-06, PAY-09, API-11, API-61, GAP-54, GAP-107]', async () => {
    const who = await payingPerson(test.services);
    const context = contextFor(test.services, who.actor);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere.map(({ total }) => total)).toEqual([4_900]);
    expect(money.user.next_billing_date).toBe(inAYear());
    expect(money.transactions).toEqual([
      expect.objectContaining({
        amount: 4_900,
        discount: 0,
        status: 'paid',
        payment_date: melbourneDate(new Date()),
        subscription_id: money.user.subscription_id,
        invoice_number: expect.stringMatching(/^WAT-\d{4}-\d{4}$/),
        card_brand: 'visa',
        card_last4: '4242',
      }),
    ]);
    expect(money.attempts).toEqual([
      expect.objectContaining({ state: 'paid', payments: 1, claimed_until: null }),
    ]);
    const information = await getPaymentInformation.call(context, {});
    expect(information).toMatchObject({
      current: {
        state: 'active',
        plan: 'care',
        label: 'Care plan',
        fee: 4_900,
        next_billing_date: inAYear(),
        next_amount: 4_900,
        ends_on: null,
      },
      card: { brand: 'visa', last4: '4242' },
      open: null,
      disabled: false,
      covered: false,
      stand_in: true,
      provider_down: false,
    });
    const { payment_methods } = await stripeAccounts.call(context, {});
    expect(payment_methods).toMatchObject([{ id: expect.stringMatching(/^pm_/), card: { last4: '4242' } }]);
    const { data } = await getTransactions.call(context, {});
    expect(data).toMatchObject([{ description: 'Care plan', stripe_invoice_pdf: expect.any(String) }]);
  });

  it('charges 299 dollars once, after which nothing renews [PAY-07, API-61, GAP-54]', async () => {
    const who = await payingPerson(test.services, lifetime);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere.map(({ total }) => total)).toEqual([29_900]);
    expect(money.there.subscriptions).toEqual([]);
    expect(money.user).toMatchObject({ next_billing_date: null, subscription_id: expect.any(String) });
    expect(money.plan).toMatchObject({ state: 'active', period_end: null, next_amount: null });
  });

  it('emits the events for mails and lists [GAP-54]', async () => {
    const who = await payingPerson(test.services);
    const { transactions } = await moneyOf(test.services, who.userId);
    const events = await test.services.db.selectFrom('outbox').select(['type', 'payload']).execute();
    const own = events.filter(({ payload }) => JSON.stringify(payload).includes(who.userId));
    expect(own).toEqual([
      {
        type: 'payment.received',
        payload: { user_id: who.userId, transaction_id: transactions[0]!.id },
      },
    ]);
    const activities = await test.services.db
      .selectFrom('recent_activities')
      .select(['template', 'metadata'])
      .where('user_id', '=', who.userId)
      .execute();
    expect(activities).toContainEqual({ template: 'payment', metadata: { amount: '$49' } });
  });

  it.each([
    ['declined', 'error.payment.declined'],
    ['insufficient', 'error.payment.insufficient'],
    ['expired', 'error.payment.expiredCard'],
    ['cvc', 'error.payment.cvcWrong'],
  ] as const)(
    'with a card that is refused (%s) shows the reason, charges nothing, and continues with another card [ERR-10, ERR-23]',
    async (card, message) => {
      const who = await person(test.services);
      expect(await subscribe(test.services, who, await withCard(care, card))).toEqual({
        status: 'declined',
        client_secret: null,
        message,
      });
      expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
      expect(await subscribe(test.services, who)).toMatchObject({ status: 'paid' });
      const money = await moneyOf(test.services, who.userId);
      expect(money.paidThere).toHaveLength(1);
      expect(money.there.subscriptions).toHaveLength(1);
      expect(money.attempts).toEqual([expect.objectContaining({ payments: 2, state: 'paid' })]);
    },
  );

  it('accepts the five brands and no other [PAY-17]', async () => {
    for (const brand of ['visa', 'mastercard', 'amex', 'jcb', 'unionpay'] as const) {
      const who = await payingPerson(test.services, await withCard(care, brand));
      const information = await getPaymentInformation.call(contextFor(test.services, who.actor), {});
      expect(information.card?.brand).toBe(brand);
    }
    const who = await person(test.services);
    await expect(subscribe(test.services, who, await withCard(care, 'discover'))).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'paymentMethodId', message: 'error.payment.cardBrand' }],
    });
    expect((await moneyOf(test.services, who.userId)).attempts).toEqual([]);
  });

  it('requires a card when none is saved, and uses the saved one when none is given [PAY-03, PAY-16]', async () => {
    const who = await person(test.services);
    await expect(subscribe(test.services, who, { ...care, paymentMethodId: null })).rejects.toMatchObject({
      fields: [{ field: 'paymentMethodId', message: 'error.payment.cardNumber' }],
    });
    await subscribe(test.services, who);
    expect(await subscribe(test.services, who, { ...lifetime, paymentMethodId: null })).toMatchObject({
      status: 'paid',
    });
  });

  it('is refused a second time, whatever the key [fault 5, fault 14]', async () => {
    const who = await payingPerson(test.services);
    const before = await moneyOf(test.services, who.userId);
    await expect(subscribe(test.services, who)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'payment', message: 'error.payment.alreadyPaid' }],
    });
    expect(await moneyOf(test.services, who.userId)).toEqual(before);
  });

  it('changes from yearly to once: the yearly subscription will end, and nothing is charged twice [BILL-01]', async () => {
    const who = await payingPerson(test.services);
    const yearly = (await moneyOf(test.services, who.userId)).plan!.stripe_subscription_id!;
    await subscribe(test.services, who, lifetime);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([4_900, 29_900]);
    expect(money.plan).toMatchObject({ state: 'active', stripe_subscription_id: null, period_end: null });
    expect(money.user.next_billing_date).toBeNull();
    const events = await test.services.db
      .selectFrom('outbox')
      .select('payload')
      .where('type', '=', 'payment-plan.replaced')
      .execute();
    expect(events).toContainEqual({
      payload: { user_id: who.userId, stripe_subscription_id: yearly },
    });
    await expect(subscribe(test.services, who)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a card whose bank requires a confirmation', () => {
  it('waits for the person, here and on every other device, and charges nothing meanwhile [ERR-23]', async () => {
    const who = await person(test.services);
    const context = contextFor(test.services, who.actor);
    const first = await subscribe(test.services, who, await withCard(care, 'asks'));
    expect(first).toMatchObject({ status: 'needs_action', client_secret: expect.stringMatching(/_secret_/) });
    const { open } = await getPaymentInformation.call(context, {});
    expect(open).toEqual({
      plan: 'care',
      initialPriceId: null,
      yearlyPriceId: 'price_wattle_care',
      promotion_code: null,
      total: 4_900,
      state: 'needs_action',
    });
    const elsewhere = await subscribe(test.services, who, { ...care, paymentMethodId: null });
    expect(elsewhere).toEqual(first);
    expect(await confirmPayment.call(context, {})).toMatchObject({ status: 'needs_action' });
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere).toEqual([]);
    expect(money.there.subscriptions).toHaveLength(1);
  });

  it('is paid once the person has confirmed there, and only then [PAY-22, ERR-23]', async () => {
    const who = await person(test.services);
    const context = contextFor(test.services, who.actor);
    const { client_secret } = await subscribe(test.services, who, await withCard(care, 'asks'));
    expect(await company.decide(client_secret!, 'fail')).toBe(200);
    expect(await confirmPayment.call(context, {})).toMatchObject({
      status: 'declined',
      message: 'error.payment.bankCheckFailed',
    });
    expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
    const again = await subscribe(test.services, who, await withCard(care, 'asks'));
    expect(await company.decide(again.client_secret!, 'complete')).toBe(200);
    expect(await confirmPayment.call(context, {})).toMatchObject({ status: 'paid' });
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere.map(({ total }) => total)).toEqual([4_900]);
    expect(money.plan).toMatchObject({ state: 'active' });
  });

  it('given up halfway leaves nothing that could be charged, and another card pays [ERR-23]', async () => {
    const who = await person(test.services);
    await subscribe(test.services, who, await withCard(care, 'asks'));
    const after = await abandonPayment.call(contextFor(test.services, who.actor), {});
    expect(after.open).toBeNull();
    const given = await moneyOf(test.services, who.userId);
    expect(given.there.subscriptions.map(({ status }) => status)).toEqual(['ended']);
    expect(given.there.invoices.map(({ status }) => status)).toEqual(['void']);
    expect(given.plan).toBeUndefined();
    await subscribe(test.services, who);
    expect((await moneyOf(test.services, who.userId)).paidThere).toHaveLength(1);
  });

  it('is paid with another card instead, in the same payment [ERR-23]', async () => {
    const who = await person(test.services);
    await subscribe(test.services, who, await withCard(care, 'asks'));
    expect(await subscribe(test.services, who)).toMatchObject({ status: 'paid' });
    const money = await moneyOf(test.services, who.userId);
    expect(money.there.subscriptions).toHaveLength(1);
    expect(money.paidThere).toHaveLength(1);
  });
});
