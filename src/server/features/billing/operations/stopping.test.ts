import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  care,
  lifetime,
  moneyOf,
  payingPerson,
  startPayments,
  subscribe,
  typedCard,
  type TestPayments,
} from '../../../../../testing/stand-ins/payments.ts';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { confirmCard, stripeAddCard } from './card-operations.ts';
import { payOverdue } from './pay-operations.ts';
import { getPaymentInformation, getTransactions } from './read-operations.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';
import { cancelSubscription, resumeSubscription } from './stop-operations.ts';

const day = 24 * 60 * 60_000;

let test: TestServices;
let company: TestPayments;
let offset = 0;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(Date.now() + offset);
  company = await startPayments(test.services, { timeoutMs: 2_000 });
});
afterEach(() => {
  offset = 0;
  company.standIn.breakCalls(null);
});
afterAll(async () => {
  await company.close();
  await test.close();
});

const contextOf = (who: TestPerson) => contextFor(test.services, who.actor);
const informationOf = (who: TestPerson) => getPaymentInformation.call(contextOf(who), {});
const eventsOf = async (who: TestPerson) =>
  (await test.services.db.selectFrom('outbox').select(['type', 'payload']).orderBy('id').execute()).filter(
    ({ payload }) => JSON.stringify(payload).includes(who.userId),
  );

/** Advances the payment company's clock by days, and reads the changes. */
async function pass(days: number, who: TestPerson): Promise<void> {
  offset += days * day;
  await company.standIn.runDue(test.services.clock());
  const { plan } = await moneyOf(test.services, who.userId);
  if (plan?.stripe_subscription_id) await settleSubscription(test.services, plan.stripe_subscription_id);
}

describe('stopping the payment plan', () => {
  it('charges nothing more, immediately, and the paid period lasts to its end [BILL-01, GAP-55]', async () => {
    const who = await payingPerson(test.services);
    const before = await informationOf(who);
    const after = await cancelSubscription.call(contextOf(who), {});
    expect(after.current).toMatchObject({
      state: 'ending',
      ends_on: before.current!.next_billing_date,
      next_billing_date: null,
      next_amount: null,
    });
    expect((await moneyOf(test.services, who.userId)).user).toMatchObject({
      next_billing_date: null,
      subscription_id: expect.any(String),
    });
    await pass(367, who);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere).toHaveLength(1);
    expect(money.plan).toMatchObject({ state: 'ended' });
    expect(money.user.subscription_id).toBeNull();
    expect((await eventsOf(who)).map(({ type }) => type)).toContain('payment-plan.ended');
  });

  it('can be undone while the plan lasts [BILL-01, GAP-55]', async () => {
    const who = await payingPerson(test.services);
    const before = await informationOf(who);
    await cancelSubscription.call(contextOf(who), {});
    const after = await resumeSubscription.call(contextOf(who), {});
    expect(after.current).toEqual(before.current);
  });

  it('works when taking payments is turned off, and can be undone then [S-43, PAY-18]', async () => {
    const who = await payingPerson(test.services);
    const { config } = test.services;
    const off = {
      ...test.services,
      config: { ...config, payments: { ...config.payments, disabled: true } },
    };
    const there = contextFor(off, who.actor);
    await expect(subscribe(off, await person(off), care)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await cancelSubscription.call(there, {})).current).toMatchObject({ state: 'ending' });
    expect((await moneyOf(test.services, who.userId)).plan).toMatchObject({ cancel_at_period_end: true });
    expect((await resumeSubscription.call(there, {})).current).toMatchObject({ state: 'active' });
    const gone = contextFor({ ...test.services, payments: null }, who.actor);
    await expect(cancelSubscription.call(gone, {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('sends a message to the help desk, and stores it sealed [BILL-01]', async () => {
    const who = await payingPerson(test.services);
    await cancelSubscription.call(contextOf(who), { message: 'Too dear for me' });
    const { db } = test.services;
    const [message] = await db
      .selectFrom('help_messages')
      .select(['topic', 'message_sealed'])
      .where('user_id', '=', who.userId)
      .execute();
    expect(message?.topic).toBe('payment');
    expect(message?.message_sealed.toString('latin1')).not.toContain('Too dear');
    expect((await eventsOf(who)).length).toBeGreaterThan(0);
  });

  it('is refused when nothing renews, and reports that the payment company is unavailable [fault 16]', async () => {
    const once = await payingPerson(test.services, lifetime);
    await expect(cancelSubscription.call(contextOf(once), {})).rejects.toMatchObject({ code: 'invalid' });
    const who = await payingPerson(test.services);
    company.standIn.breakCalls(() => 'lose-request');
    await expect(cancelSubscription.call(contextOf(who), {})).rejects.toMatchObject({ code: 'unavailable' });
    company.standIn.breakCalls(null);
    expect((await informationOf(who)).current?.state).toBe('active');
  });
});

describe('a renewal', () => {
  it('that is paid has a row, a number and an event of its own, and moves the next date [PAY-05, GAP-55, GAP-107]', async () => {
    const who = await payingPerson(test.services, { ...care, promotionId: 'WELCOME10' });
    const before = (await informationOf(who)).current!.next_billing_date!;
    await pass(367, who);
    const money = await moneyOf(test.services, who.userId);
    expect(money.transactions.map(({ amount, discount, status }) => [amount, discount, status])).toEqual([
      [3_900, 1_000, 'paid'],
      [4_900, 0, 'paid'],
    ]);
    expect(new Set(money.transactions.map(({ invoice_number }) => invoice_number)).size).toBe(2);
    expect(money.user.next_billing_date?.slice(4)).toBe(before.slice(4));
    expect(Number(money.user.next_billing_date?.slice(0, 4))).toBe(Number(before.slice(0, 4)) + 1);
  });

  async function overduePerson(): Promise<TestPerson> {
    const who = await payingPerson(test.services);
    const card_token = await typedCard(test.services, 'failsOnCharge');
    await stripeAddCard.call(contextOf(who), { card_token });
    await pass(367, who);
    return who;
  }

  it('that fails is reported once, and nothing stops for seven days [GAP-55]', async () => {
    const who = await overduePerson();
    const { current } = await informationOf(who);
    expect(current).toMatchObject({ state: 'past_due', overdue_amount: 4_900 });
    expect(Date.parse(current!.grace_until!) - Date.parse(current!.overdue_since!)).toBe(7 * day);
    const money = await moneyOf(test.services, who.userId);
    expect(money.user.subscription_id).not.toBeNull();
    expect(money.transactions.map(({ status, invoice_number }) => [status, invoice_number !== null])).toEqual(
      [
        ['paid', true],
        ['pending', false],
      ],
    );
    await pass(1, who);
    const failed = (await eventsOf(who)).filter(({ type }) => type === 'payment.failed');
    expect(failed).toMatchObject([{ payload: { amount: 4_900 } }]);
  });

  it('and every other payment is listed with its status: paid, pending, overdue, refunded [TRANS-01, S-41]', async () => {
    const statuses = async (who: TestPerson) => {
      const { data } = await getTransactions.call(contextOf(who), {});
      return data.map(({ status }) => status).toSorted();
    };
    const once = await payingPerson(test.services, lifetime);
    expect(await statuses(once)).toEqual(['paid']);
    const late = await overduePerson();
    expect(await statuses(late)).toEqual(['paid', 'pending']);
    await pass(8, late);
    expect(await statuses(late)).toEqual(['overdue', 'paid']);
    const { paidThere, user } = await moneyOf(test.services, once.userId);
    const { host, port, secretKey } = company.standIn;
    const there = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${secretKey}`, 'idempotency-key': randomUUID() };
      return (await fetch(`http://${host}:${port}/v1/${path}`, { ...init, headers })).json();
    };
    const { data } = (await there(`charges?customer=${user.stripe_customer_id}`)) as {
      data: { id: string }[];
    };
    await there('refunds', { method: 'POST', body: new URLSearchParams({ charge: data[0]!.id }) });
    await settleInvoice(test.services, paidThere[0]!.id);
    expect(await statuses(once)).toEqual(['refunded']);
  });

  it('that failed is paid on the page with another card, only once, whatever is clicked [GAP-55, fault 5]', async () => {
    const who = await overduePerson();
    const call = { idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    const answers = await Promise.all([1, 2, 3].map(() => payOverdue.call(contextOf(who), call)));
    expect(answers.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere).toHaveLength(2);
    expect(money.plan).toMatchObject({ state: 'active', overdue_since: null, overdue_amount: null });
    expect(money.transactions.map(({ status }) => status)).toEqual(['paid', 'paid']);
    await expect(payOverdue.call(contextOf(who), { idempotency_key: randomUUID() })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('that is paid is answered with the same result when the call is repeated, also if its answer was not remembered [GAP-55, fault 5]', async () => {
    const who = await overduePerson();
    const call = { idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    await payOverdue.call(contextOf(who), call);
    await test.services.db.deleteFrom('idempotency_keys').execute();
    expect(await payOverdue.call(contextOf(who), call)).toMatchObject({ status: 'paid' });
    expect((await moneyOf(test.services, who.userId)).paidThere).toHaveLength(2);
    await test.services.db.deleteFrom('idempotency_keys').execute();
    await expect(payOverdue.call(contextOf(who), { ...call, paymentMethodId: null })).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    // An attempt that was given up paid nothing, and must not end another payment that is open.
    await test.services.db
      .updateTable('payment_attempts')
      .set({ state: 'given-up' })
      .where('request_key', '=', call.idempotency_key)
      .execute();
    await expect(payOverdue.call(contextOf(who), call)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('that failed shows the reason again when the card is refused again [GAP-55, ERR-10]', async () => {
    const who = await overduePerson();
    const paymentMethodId = await typedCard(test.services, 'insufficient');
    expect(
      await payOverdue.call(contextOf(who), { idempotency_key: randomUUID(), paymentMethodId }),
    ).toMatchObject({ status: 'declined', message: 'error.payment.insufficient' });
    expect((await informationOf(who)).current?.state).toBe('past_due');
  });
});

describe('the saved card', () => {
  it('is replaced and removed; the payment plan stays [API-21, BILL-01, ENT-05]', async () => {
    const who = await payingPerson(test.services);
    const card_token = await typedCard(test.services, 'mastercard');
    expect(await stripeAddCard.call(contextOf(who), { card_token })).toMatchObject({ status: 'paid' });
    expect((await informationOf(who)).card).toMatchObject({ brand: 'mastercard', last4: '4444' });
    await stripeAddCard.call(contextOf(who), { remove: true });
    const after = await informationOf(who);
    expect(after.card).toBeNull();
    expect(after.current?.state).toBe('active');
  });

  it('cannot be one of another brand, one that is refused, or one of another person [PAY-17, ERR-23, security 2, S-22]', async () => {
    const who = await person(test.services);
    const add = async (card: 'discover' | 'declined') =>
      stripeAddCard.call(contextOf(who), { card_token: await typedCard(test.services, card) });
    await expect(add('discover')).rejects.toMatchObject({
      fields: [{ field: 'card_token', message: 'error.payment.cardBrand' }],
    });
    expect(await add('declined')).toMatchObject({ status: 'declined', message: 'error.payment.declined' });
    const other = await payingPerson(test.services);
    const { payment_method_id } = await test.services.db
      .selectFrom('payment_cards')
      .select('payment_method_id')
      .where('user_id', '=', other.userId)
      .executeTakeFirstOrThrow();
    const refusedAt = (field: string) => ({
      code: 'invalid',
      fields: [{ field, message: 'error.payment.cardSaveFailed' }],
    });
    await expect(stripeAddCard.call(contextOf(who), { card_token: payment_method_id })).rejects.toMatchObject(
      refusedAt('card_token'),
    );
    await expect(
      subscribe(test.services, who, { ...care, paymentMethodId: payment_method_id }),
    ).rejects.toMatchObject(refusedAt('paymentMethodId'));
    expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
    expect((await informationOf(other)).card).toMatchObject({ last4: '4242' });
  });

  it("waits for the bank's confirmation; the secret of another person is refused [API-21, security 2]", async () => {
    const who = await person(test.services);
    const card_token = await typedCard(test.services, 'asks');
    const { status, client_secret } = await stripeAddCard.call(contextOf(who), { card_token });
    expect(status).toBe('needs_action');
    const other = await payingPerson(test.services);
    expect(await confirmCard.call(contextOf(other), { client_secret })).toMatchObject({ status: 'declined' });
    expect(await confirmCard.call(contextOf(who), { client_secret })).toMatchObject({
      status: 'needs_action',
    });
    expect((await informationOf(who)).card).toBeNull();
  });
});
