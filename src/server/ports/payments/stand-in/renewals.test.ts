import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { melbourneDate } from '../../../../domain/fields.ts';
import { startPayments, subscriber, type PaymentTest } from '../payments.fixture.ts';
import { nextPeriodEnd, periodEnd } from './company/calendar.ts';

const seconds = (moment: string) => Date.parse(moment) / 1000;
const year = (unix: number) => new Date(unix * 1000).toISOString();

describe('the end of a period', () => {
  it.each([
    ['2024-02-29T03:00:00Z', 'year', 1, '2025-02-28T03:00:00.000Z'],
    ['2024-02-29T03:00:00Z', 'year', 4, '2028-02-29T03:00:00.000Z'],
    ['2026-01-31T12:30:00Z', 'month', 1, '2026-02-28T12:30:00.000Z'],
    ['2026-01-31T12:30:00Z', 'month', 2, '2026-03-31T12:30:00.000Z'],
    ['2026-12-31T23:59:59Z', 'month', 2, '2027-02-28T23:59:59.000Z'],
    ['2026-10-03T16:30:00Z', 'year', 1, '2027-10-03T16:30:00.000Z'],
    ['2026-04-04T15:30:00Z', 'year', 1, '2027-04-04T15:30:00.000Z'],
  ] as const)('of %s by the %s, the %ith, is %s [fault 18]', (start, interval, n, wanted) => {
    expect(year(periodEnd(seconds(start), interval, n))).toBe(wanted);
  });

  it('is after its beginning, and different for each period, for every day [fault 17, fault 18]', () => {
    const day = fc.integer({ min: seconds('2020-01-01T00:00:00Z'), max: seconds('2060-01-01T00:00:00Z') });
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('month', 'year'),
        fc.integer({ min: 1, max: 40 }),
        (anchor, interval, n) => {
          const ends = [periodEnd(anchor, interval, n), periodEnd(anchor, interval, n + 1)] as const;
          expect(nextPeriodEnd(anchor, interval, ends[0])).toBe(ends[1]);
          const days = (ends[1] - ends[0]) / 86_400;
          expect(days).toBeGreaterThanOrEqual(interval === 'year' ? 365 : 28);
          expect(days).toBeLessThanOrEqual(interval === 'year' ? 366 : 31);
        },
      ),
    );
  });
});

describe('renewals', () => {
  let test: PaymentTest;
  beforeAll(async () => {
    test = await startPayments();
  });
  afterAll(() => test.close());

  const startAt = (moment: string) => void (test.now.at = new Date(moment));
  const advance = async (moment: string) => {
    startAt(moment);
    await test.standIn.runDue(test.now.at);
  };
  const invoicesOf = async (customerId: string) =>
    (await test.provider.invoicesOf(customerId, null)).rows.toReversed();

  it.each([
    ['begins in Melbourne', '2025-10-03T15:59:00Z', '2026-10-03T15:59:00Z', '2026-10-04'],
    [
      'begins in Melbourne, in the hour that is missing',
      '2025-10-03T16:30:00Z',
      '2026-10-03T16:30:00Z',
      '2026-10-04',
    ],
    [
      'ends in Melbourne, in the hour that comes twice',
      '2026-04-03T15:30:00Z',
      '2027-04-03T15:30:00Z',
      '2027-04-04',
    ],
    [
      'ends in Melbourne, after the hour that comes twice',
      '2026-04-03T16:30:00Z',
      '2027-04-03T16:30:00Z',
      '2027-04-04',
    ],
    ['is as ever, on 29 February', '2024-02-29T01:00:00Z', '2025-02-28T01:00:00Z', '2025-02-28'],
  ])('are made once when daylight saving %s [fault 17, fault 18]', async (_, start, renewal, date) => {
    startAt(start);
    const { customerId, subscriptionId } = await subscriber(test);
    await advance(new Date(Date.parse(renewal) - 1000).toISOString());
    expect(await invoicesOf(customerId)).toHaveLength(1);
    const subscription = await test.provider.findSubscription(subscriptionId);
    expect(subscription?.periodEnd).toEqual(new Date(renewal));
    expect(melbourneDate(subscription!.periodEnd)).toBe(date);
    await advance(renewal);
    await advance(new Date(Date.parse(renewal) + 86_400_000).toISOString());
    expect(await invoicesOf(customerId)).toMatchObject([
      { reason: 'first', status: 'paid' },
      { reason: 'renewal', status: 'paid', total: 4_900, createdAt: new Date(renewal) },
    ]);
  });

  it('are made exactly once for each year that passed while no server ran [BILL-01]', async () => {
    const own = await startPayments();
    try {
      const { customerId, subscriptionId } = await subscriber(own);
      const later = new Date(own.now.at.getTime() + 3.5 * 365 * 86_400_000);
      own.now.at = later;
      const counts = await Promise.all([own.standIn.runDue(later), own.standIn.runDue(later)]);
      expect(counts[0] + counts[1]).toBe(3);
      expect(await own.standIn.runDue(later)).toBe(0);
      const invoices = (await own.provider.invoicesOf(customerId, null)).rows.toReversed();
      expect(invoices.map(({ status, reason }) => `${reason} ${status}`)).toEqual([
        'first paid',
        'renewal paid',
        'renewal paid',
        'renewal paid',
      ]);
      const ends = invoices.map(({ periodEnd }) => periodEnd.getTime());
      expect(new Set(ends).size).toBe(4);
      expect((await own.provider.findSubscription(subscriptionId))?.periodEnd.getTime()).toBe(ends[3]);
    } finally {
      await own.close();
    }
  });

  it('that fail are retried after three and five days, and are past due meanwhile [PAY-05]', async () => {
    startAt('2026-03-01T00:00:00Z');
    const { customerId, subscriptionId } = await subscriber(test);
    await test.provider.saveCard(customerId, 'pm_card_chargeCustomerFail', test.fresh());
    await advance('2027-03-01T00:00:00Z');
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'past_due' });
    const tries = async () => {
      const { latestInvoiceId } = (await test.provider.findSubscription(subscriptionId))!;
      const { attempt_count } = await test.stripe.invoices.retrieve(latestInvoiceId!);
      return { attempt_count, nextTryAt: (await test.provider.findInvoice(latestInvoiceId!))?.nextTryAt };
    };
    expect(await tries()).toEqual({ attempt_count: 1, nextTryAt: new Date('2027-03-04T00:00:00Z') });
    await advance('2027-03-05T00:00:00Z');
    expect(await tries()).toEqual({ attempt_count: 2, nextTryAt: new Date('2027-03-06T00:00:00Z') });
    await advance('2027-03-20T00:00:00Z');
    expect(await tries()).toEqual({ attempt_count: 3, nextTryAt: null });
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'past_due' });
    const [, late] = await invoicesOf(customerId);
    const payment = { customerId, invoiceId: late!.id, paymentMethodId: 'pm_card_visa' };
    expect(await test.provider.pay(payment, test.fresh())).toEqual({ kind: 'paid' });
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'active' });
  });

  it('are paid with a card that was saved meanwhile, at the next retry', async () => {
    startAt('2026-03-01T00:00:00Z');
    const { customerId, subscriptionId } = await subscriber(test);
    await test.provider.removeCards(customerId);
    await advance('2027-03-01T00:00:00Z');
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'past_due' });
    await test.provider.saveCard(customerId, 'pm_card_mastercard', test.fresh());
    await advance('2027-03-04T00:00:00Z');
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'active' });
    expect(await invoicesOf(customerId)).toHaveLength(2);
  });

  it('are not made after a cancellation, and are reduced by a promotion for every year', async () => {
    startAt('2026-03-01T00:00:00Z');
    const stopped = await subscriber(test);
    await test.provider.setCancelAtPeriodEnd(stopped.subscriptionId, true);
    const customerId = await test.customer();
    for (const [code, yearly] of [
      ['EVERYYEAR5', 4_400],
      ['WELCOME10', 4_900],
    ] as const) {
      const promotion = (await test.provider.findPromotion(code))!;
      const { invoice } = await test.provider.start(
        {
          customerId,
          attemptId: code,
          initialPriceId: null,
          yearlyPriceId: 'price_wattle_care',
          promotion: { id: promotion.id, on: 'everything' },
        },
        test.fresh(),
      );
      await test.provider.pay({ customerId, invoiceId: invoice.id, paymentMethodId: 'pm_card_visa' }, code);
      const before = await invoicesOf(customerId);
      await advance(new Date(test.now.at.getTime() + 366 * 86_400_000).toISOString());
      const renewals = (await invoicesOf(customerId)).slice(before.length);
      expect(renewals.map(({ total }) => total)).toContain(yearly);
    }
    expect(await test.provider.findSubscription(stopped.subscriptionId)).toMatchObject({ status: 'ended' });
    expect(await invoicesOf(stopped.customerId)).toHaveLength(1);
  });

  it('do not happen if the first payment is missing: the subscription expires after 23 hours', async () => {
    const { customerId, subscriptionId, invoiceId } = await subscriber(test, 'pm_card_chargeDeclined');
    const begin = test.now.at;
    await test.standIn.runDue(new Date(begin.getTime() + 22.9 * 3_600_000));
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' });
    await test.standIn.runDue(new Date(begin.getTime() + 23.1 * 3_600_000));
    expect(await test.provider.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      customerId,
    });
    expect(await test.provider.findInvoice(invoiceId)).toMatchObject({ status: 'void' });
  });
});
