import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { care, lifetime, startPayments, subscriber, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.close());

const started = async (plan: typeof care | typeof lifetime, promotion: string | null = null) => {
  const customerId = await test.customer();
  const attemptId = test.fresh();
  const found = promotion === null ? null : await test.provider.findPromotion(promotion);
  const start = {
    customerId,
    attemptId,
    ...plan,
    promotion: found && { id: found.id, on: 'everything' as const },
  };
  return { ...start, ...(await test.provider.start(start, `${attemptId}-start`)) };
};

describe('starting to pay', () => {
  it('creates a yearly subscription that waits for its first payment, and charges nothing [PAY-05]', async () => {
    const { customerId, attemptId, subscription, invoice } = await started(care);
    expect(subscription).toMatchObject({
      customerId,
      attemptId,
      status: 'incomplete',
      priceId: 'price_wattle_care',
    });
    expect(subscription?.latestInvoiceId).toBe(invoice.id);
    expect(invoice).toMatchObject({
      status: 'open',
      total: 4_900,
      discount: 0,
      reason: 'first',
      attemptId,
      priceId: 'price_wattle_care',
      paidAt: null,
      card: null,
    });
    expect(await test.provider.paymentOutcome(invoice.id)).toEqual({ kind: 'not-tried' });
    expect(await test.provider.cardOf(customerId)).toBeNull();
  });

  it('creates one invoice for a one-off payment [PAY-07]', async () => {
    const { subscription, invoice, attemptId } = await started(lifetime);
    expect(subscription).toBeNull();
    expect(invoice).toMatchObject({ status: 'open', total: 29_900, reason: 'once', attemptId });
  });

  it('creates it once per key, also if the response was lost [fault 14]', async () => {
    const customerId = await test.customer();
    const key = test.fresh();
    for (const plan of [care, lifetime]) {
      const start = { customerId, attemptId: key, ...plan };
      test.standIn.breakCalls(({ path }) =>
        /subscriptions$|finalize$/.test(path) ? 'lose-answer' : 'answer',
      );
      await expect(test.provider.start(start, `${key}-${plan.yearlyPriceId}`)).rejects.toMatchObject({
        code: 'unavailable',
      });
      test.standIn.breakCalls(null);
      const first = await test.provider.start(start, `${key}-${plan.yearlyPriceId}`);
      expect((await test.provider.start(start, `${key}-${plan.yearlyPriceId}`)).invoice.id).toBe(
        first.invoice.id,
      );
    }
    expect(await test.provider.subscriptionsOf(customerId)).toHaveLength(1);
    expect((await test.provider.invoicesOf(customerId, null)).rows).toHaveLength(2);
  });

  it('refuses a key that was used with another body [fault 6]', async () => {
    const { customerId, attemptId } = await started(care);
    await expect(
      test.provider.start({ customerId, attemptId: 'another', ...care }, `${attemptId}-start`),
    ).rejects.toMatchObject({ code: 'key-reused' });
  });

  it.each([
    ['WELCOME10', care, 3_900, 1_000],
    ['FREE100', care, 0, 4_900],
    ['BIG', care, 0, 4_900],
    ['LIFE50', lifetime, 24_900, 5_000],
    ['HALF', lifetime, 14_950, 14_950],
    ['FREE100', lifetime, 0, 29_900],
    ['BIG', lifetime, 0, 29_900],
  ])(
    'applies %s to the first invoice, never below zero [PAY-19, PAY-21]',
    async (code, plan, total, discount) => {
      const { invoice, subscription } = await started(plan, code);
      expect(invoice).toMatchObject({ total, discount, status: total === 0 ? 'paid' : 'open' });
      if (subscription) expect(subscription.status).toBe(total === 0 ? 'active' : 'incomplete');
      expect(await test.provider.paymentOutcome(invoice.id)).toEqual({
        kind: total === 0 ? 'paid' : 'not-tried',
      });
    },
  );

  it('can be cancelled if it is not paid, and not afterwards [GAP-44]', async () => {
    const open = await started(care);
    const unpaid = { subscriptionId: open.subscription!.id, invoiceId: open.invoice.id };
    await test.provider.giveUp(unpaid);
    await test.provider.giveUp(unpaid);
    expect(await test.provider.findSubscription(open.subscription!.id)).toMatchObject({ status: 'ended' });
    expect(await test.provider.findInvoice(open.invoice.id)).toMatchObject({ status: 'void' });
    expect(
      await test.provider.pay(
        { customerId: open.customerId, invoiceId: open.invoice.id, paymentMethodId: 'pm_card_visa' },
        test.fresh(),
      ),
    ).toEqual({ kind: 'not-tried' });
    const paid = await subscriber(test);
    await expect(test.provider.giveUp(paid)).rejects.toMatchObject({ code: 'refused' });
    expect(await test.provider.findSubscription(paid.subscriptionId)).toMatchObject({ status: 'active' });
  });
});

describe('promotions', () => {
  it.each([
    ['welcome10', { code: 'WELCOME10', coupon: { amount_off: 1_000, percent_off: null }, priceIds: null }],
    ['HALF', { coupon: { amount_off: null, percent_off: 50 }, everyYear: false, state: 'usable' }],
    ['promo_free100', { code: 'FREE100', coupon: { amount_off: null, percent_off: 100 } }],
    ['EVERYYEAR5', { everyYear: true }],
    ['Life50', { priceIds: ['price_wattle_lifetime'], state: 'usable' }],
    ['EXPIRED1', { state: 'expired' }],
    ['USEDUP1', { state: 'used-up' }],
  ])(
    'are found by id or by code in upper or lower case (%s), with their state [API-12, ENT-04, CON-32]',
    async (code, wanted) => {
      expect(await test.provider.findPromotion(code)).toMatchObject(wanted);
    },
  );

  it('are not found by any other code, also by an id or a pattern [PAY-15]', async () => {
    for (const code of ['NONE', 'promo_none', '%', "' or 1=1", 'WELCOME1'])
      expect(await test.provider.findPromotion(code)).toBeNull();
  });

  it('are refused if they expired or were used up meanwhile [PAY-13]', async () => {
    for (const code of ['EXPIRED1', 'USEDUP1'])
      await expect(started(care, code)).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('prices', () => {
  it('are returned for its own price ids, and null for others [PAY-06, PAY-07]', async () => {
    expect(await test.provider.priceAmount('price_wattle_care')).toEqual({ amount: 4_900, yearly: true });
    expect(await test.provider.priceAmount('price_wattle_lifetime')).toEqual({
      amount: 29_900,
      yearly: false,
    });
    expect(await test.provider.priceAmount('price_none')).toBeNull();
  });

  it('are made for a subscription plan with a product of its name, once for each key [SUB-05, D-48]', async () => {
    const plan = { planId: test.fresh(), name: 'Beds', fee: 1_800, recurrence: null } as const;
    const key = test.fresh();
    const monthly = await test.provider.createPrice({ ...plan, duration: 'monthly' }, key);
    expect(await test.provider.createPrice({ ...plan, duration: 'monthly' }, key)).toBe(monthly);
    const price = await test.stripe.prices.retrieve(monthly);
    expect(price).toMatchObject({ currency: 'aud', unit_amount: 1_800, recurring: { interval: 'month' } });
    if (typeof price.product !== 'string') throw new Error('The product is expanded');
    const product = await test.stripe.products.retrieve(price.product);
    expect(product.name).toBe('Beds');
    const once = await test.provider.createPrice({ ...plan, duration: null }, test.fresh());
    expect(await test.provider.priceAmount(once)).toEqual({ amount: 1_800, yearly: false });
    const yearly = { ...plan, recurrence: 'year', duration: null } as const;
    const care = await test.provider.createPrice(yearly, test.fresh());
    expect(await test.provider.priceAmount(care)).toEqual({ amount: 1_800, yearly: true });
  });
});

describe('stopping a subscription', () => {
  it('ends it at the end of the period, and can be undone', async () => {
    const { subscriptionId } = await subscriber(test);
    expect(await test.provider.setCancelAtPeriodEnd(subscriptionId, true)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    expect(await test.provider.setCancelAtPeriodEnd(subscriptionId, false)).toMatchObject({
      cancelAtPeriodEnd: false,
    });
  });

  it('ends it immediately, and can be repeated', async () => {
    const { subscriptionId, customerId } = await subscriber(test);
    await test.provider.endSubscription(subscriptionId);
    await test.provider.endSubscription(subscriptionId);
    await test.provider.endSubscription('sub_none');
    expect(await test.provider.subscriptionsOf(customerId)).toMatchObject([
      { status: 'ended', endedAt: expect.any(Date) as Date },
    ]);
  });
});

describe('reading for the books', () => {
  it('returns all subscriptions and invoices in pages, without gap or repetition', async () => {
    const before = await test.provider.listSubscriptions(null);
    const ids = new Set(before.rows.map(({ id }) => id));
    const price = await test.stripe.prices.create({
      currency: 'aud',
      unit_amount: 100,
      recurring: { interval: 'year' },
      product_data: { name: 'Own price' },
    });
    const customer = await test.customer();
    for (let number = 0; number < 101; number += 1) {
      const made = await test.stripe.subscriptions.create({
        customer,
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
      });
      ids.add(made.id);
    }
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await test.provider.listSubscriptions(after);
      expect(page.rows.length).toBeLessThanOrEqual(100);
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(new Set(seen)).toEqual(ids);
    expect(seen).toHaveLength(ids.size);
    const first = await test.provider.invoicesOf(customer, null);
    const second = await test.provider.invoicesOf(customer, first.next);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([100, 1, null]);
  });

  it('returns the refunded amount of an invoice, also by its charge [ENT-21]', async () => {
    const { invoiceId } = await subscriber(test);
    const invoice = await test.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string;
    await test.stripe.refunds.create({ payment_intent: intent, amount: 1_000 });
    const { latest_charge } = await test.stripe.paymentIntents.retrieve(intent);
    expect(await test.provider.invoiceOfCharge(latest_charge as string)).toMatchObject({
      id: invoiceId,
      refunded: 1_000,
      total: 4_900,
    });
    await expect(test.stripe.refunds.create({ payment_intent: intent, amount: 4_000 })).rejects.toThrow();
    expect(await test.provider.invoiceOfCharge('ch_none')).toBeNull();
  });
});
