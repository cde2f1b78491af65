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
import { abandonPayment, confirmPayment } from './pay-operations.ts';
import { getPaymentInformation } from './read-operations.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';

let test: TestServices;
let company: TestPayments;

beforeAll(async () => {
  test = await startServices();
  company = await startPayments(test.services, { timeoutMs: 2_000 });
});
afterEach(() => company.standIn.breakCalls(null));
afterAll(async () => {
  await company.close();
  await test.close();
});

type Fate = 'answer' | 'lose-request' | 'lose-answer' | 'fail';

/** Pays while calls to a path fail. The library retries once when a connection was cut. */
async function subscribeWhile(
  path: RegExp,
  fate: Fate,
  who: TestPerson,
  call: Record<string, unknown> = care,
) {
  company.standIn.breakCalls((asked) => (asked.method === 'POST' && path.test(asked.path) ? fate : 'answer'));
  try {
    return await subscribe(test.services, who, call);
  } finally {
    company.standIn.breakCalls(null);
  }
}

const breakAll = (fate: Fate) => company.standIn.breakCalls(() => fate);

/** Expects one payment, one subscription, and one row of each kind. */
async function expectOnePayment(who: TestPerson, total = 4_900): Promise<void> {
  const money = await moneyOf(test.services, who.userId);
  expect(money.paidThere.map((invoice) => invoice.total)).toEqual([total]);
  expect(money.there.subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
  expect(money.there.subscriptions).toHaveLength(1);
  expect(money.transactions).toHaveLength(1);
  expect(money.attempts.map(({ state }) => state)).toEqual(['paid']);
  expect(money.plan).toMatchObject({ state: 'active' });
}

const pay = /\/v1\/(invoices\/[^/]+\/pay|payment_intents\/[^/]+\/confirm)$/;

describe('the payment company does not answer', () => {
  it('after it charged: the outcome is unknown, and a retry makes one charge and one subscription [fault 14]', async () => {
    const who = await person(test.services);
    const call = { ...care, idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    expect(await subscribeWhile(pay, 'lose-answer', who, call)).toEqual({
      status: 'processing',
      client_secret: null,
      message: 'error.payment.unknownResult',
    });
    const another = { ...call, idempotency_key: randomUUID() };
    expect(await subscribe(test.services, who, another)).toMatchObject({ status: 'paid' });
    await expectOnePayment(who);
  });

  it.each([
    ['customer', /\/v1\/customers$/],
    ['subscription', /\/v1\/subscriptions$/],
  ])(
    'after it created the %s: nothing is charged, and a retry creates no second one [fault 14]',
    async (_, path) => {
      const who = await person(test.services);
      for (const fate of ['lose-request', 'lose-answer', 'fail'] as const) {
        await expect(subscribeWhile(path, fate, who)).rejects.toMatchObject({
          code: 'unavailable',
          fields: [{ field: 'payment', message: 'error.payment.providerDown' }],
        });
        const { there, attempts, paidThere } = await moneyOf(test.services, who.userId);
        expect(paidThere).toEqual([]);
        expect(there.subscriptions.length).toBeLessThanOrEqual(1);
        expect(attempts.map(({ state }) => state)).toEqual(['open']);
      }
      await subscribe(test.services, who);
      await expectOnePayment(who);
    },
  );

  it('before it charged: the payment continues where it stopped [fault 14]', async () => {
    const who = await person(test.services);
    expect(await subscribeWhile(pay, 'lose-request', who)).toMatchObject({ status: 'processing' });
    expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
    expect(await subscribe(test.services, who)).toMatchObject({ status: 'paid' });
    await expectOnePayment(who);
  });

  it('at all: the page shows an error, nothing is charged, and it works again when the company responds again [fault 16]', async () => {
    const who = await payingPerson(test.services);
    const context = contextFor(test.services, who.actor);
    const paymentMethodId = await typedCard(test.services);
    breakAll('lose-request');
    const other = await person(test.services);
    await expect(subscribe(test.services, other, { ...care, paymentMethodId })).rejects.toMatchObject({
      code: 'unavailable',
      fields: [{ message: 'error.payment.providerDown' }],
    });
    expect(await getPaymentInformation.call(context, {})).toMatchObject({
      provider_down: true,
      current: { plan: 'care', state: 'active' },
      card: { last4: '4242' },
    });
    company.standIn.breakCalls(null);
    expect(await subscribe(test.services, other)).toMatchObject({ status: 'paid' });
    expect(await getPaymentInformation.call(context, {})).toMatchObject({ provider_down: false });
  });

  it('asks for another amount than the person was shown: nothing is paid, and the attempt is given up [fault 14]', async () => {
    const who = await person(test.services);
    const { payments } = test.services;
    const start: NonNullable<typeof payments>['start'] = async (order, key) => {
      const started = await payments!.start(order, key);
      return { ...started, invoice: { ...started.invoice, total: 49_000 } };
    };
    const dearer = { ...test.services, payments: { ...payments!, isDown: () => false } };
    dearer.payments = new Proxy(payments!, {
      get: (target, name, receiver) => (name === 'start' ? start : Reflect.get(target, name, receiver)),
    });
    const paymentMethodId = await typedCard(test.services);
    await expect(subscribe(dearer, who, { ...care, paymentMethodId })).rejects.toThrow(/49000 cents/);
    const money = await moneyOf(test.services, who.userId);
    expect(money.attempts.map(({ state }) => state)).toEqual(['given-up']);
    expect(money.there.invoices.map(({ status }) => status)).toEqual(['void']);
  });
});

describe('simultaneous calls for the same payment', () => {
  it('50 calls with one key make one charge and get one result [fault 5]', async () => {
    const who = await person(test.services);
    const call = { ...care, idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    const calls = Array.from({ length: 50 }, () => subscribe(test.services, who, call));
    const answers = await Promise.allSettled(calls);
    const results = answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason));
    for (const result of results)
      expect(result).toEqual({ status: 'paid', client_secret: null, message: null });
    await expectOnePayment(who);
  });

  it('a double click with two keys, two tabs and two devices make one charge [fault 5]', async () => {
    const who = await person(test.services);
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(async () => subscribe(test.services, who, care)),
    );
    const results = answers.map((each) =>
      each.status === 'fulfilled' ? each.value.status : each.reason.fields[0].message,
    );
    expect(results.filter((each) => each === 'paid')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['paid', 'error.payment.alreadyPaid']));
    await expectOnePayment(who);
  });

  it('both payment plans at once with one key are never both paid [fault 6]', async () => {
    const who = await person(test.services);
    const idempotency_key = randomUUID();
    const paymentMethodId = await typedCard(test.services);
    const both = await Promise.allSettled([
      subscribe(test.services, who, { ...care, idempotency_key, paymentMethodId }),
      subscribe(test.services, who, { ...lifetime, idempotency_key, paymentMethodId }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({
      code: 'idempotency-mismatch',
    });
    expect((await moneyOf(test.services, who.userId)).paidThere).toHaveLength(1);
  });

  it('one key with another plan, card or promotion is refused, during and after the payment [fault 6]', async () => {
    const who = await person(test.services);
    const call = { ...care, idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    await subscribe(test.services, who, call);
    for (const other of [
      { ...lifetime, paymentMethodId: call.paymentMethodId },
      { ...care, paymentMethodId: await typedCard(test.services) },
      { ...care, paymentMethodId: call.paymentMethodId, promotionId: 'WELCOME10' },
    ])
      await expect(
        subscribe(test.services, who, { idempotency_key: call.idempotency_key, ...other }),
      ).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    expect(await subscribe(test.services, who, call)).toMatchObject({ status: 'paid' });
    await expectOnePayment(who);
  });
});

describe('a server that stops in the middle of a payment', () => {
  /** Pays, and leaves the rows like a server that was killed before it stored the outcome. */
  async function killedAfterCharging(): Promise<{ who: TestPerson; call: Record<string, unknown> }> {
    const who = await person(test.services);
    const call = { ...care, idempotency_key: randomUUID(), paymentMethodId: await typedCard(test.services) };
    await subscribeWhile(pay, 'lose-answer', who, call);
    const { db } = test.services;
    const change = { claimed_until: new Date(Date.now() + 60_000) };
    await db.updateTable('payment_attempts').set(change).where('user_id', '=', who.userId).execute();
    await db.deleteFrom('idempotency_keys').execute();
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere).toHaveLength(1);
    expect(money.transactions).toEqual([]);
    return { who, call };
  }

  const freeClaim = (who: TestPerson) =>
    test.services.db
      .updateTable('payment_attempts')
      .set({ claimed_until: new Date(Date.now() - 1) })
      .where('user_id', '=', who.userId)
      .execute();

  it('between the charge and its own commit: the next run finds the payment, and charges nothing [fault 14]', async () => {
    const { who } = await killedAfterCharging();
    const { id } = (await moneyOf(test.services, who.userId)).attempts[0]!;
    expect(await settleAttempt(test.services, id)).toBe('open');
    await freeClaim(who);
    expect(await settleAttempt(test.services, id)).toBe('paid');
    expect(await settleAttempt(test.services, id)).toBe('paid');
    await expectOnePayment(who);
  });

  it.each(['the same call', 'a visit of the page', 'a call after the bank'])(
    'is repaired by %s [fault 14]',
    async (how) => {
      const { who, call } = await killedAfterCharging();
      await freeClaim(who);
      const context = contextFor(test.services, who.actor);
      if (how === 'the same call')
        expect(await subscribe(test.services, who, call)).toMatchObject({ status: 'paid' });
      else if (how === 'a visit of the page')
        expect((await getPaymentInformation.call(context, {})).current?.state).toBe('active');
      else expect(await confirmPayment.call(context, {})).toMatchObject({ status: 'paid' });
      await expectOnePayment(who);
    },
  );

  it('before the ids were stored: they are found by the name of the attempt [fault 14]', async () => {
    const { who } = await killedAfterCharging();
    await test.services.db
      .updateTable('payment_attempts')
      .set({ stripe_invoice_id: null, stripe_subscription_id: null, claimed_until: null })
      .where('user_id', '=', who.userId)
      .execute();
    const { id } = (await moneyOf(test.services, who.userId)).attempts[0]!;
    expect(await settleAttempt(test.services, id)).toBe('paid');
    await expectOnePayment(who);
  });
});

describe('a payment that was started', () => {
  it('is given up when the person chooses another payment plan, and never charged [fault 14]', async () => {
    const who = await person(test.services);
    await subscribe(test.services, who, { ...care, paymentMethodId: await typedCard(test.services, 'asks') });
    await subscribe(test.services, who, lifetime);
    const money = await moneyOf(test.services, who.userId);
    expect(money.paidThere.map(({ total }) => total)).toEqual([29_900]);
    expect(money.there.subscriptions.map(({ status }) => status)).toEqual(['ended']);
    expect(money.attempts.map(({ state }) => state)).toEqual(['given-up', 'paid']);
  });

  it('that turns out to be paid is not given up [fault 14]', async () => {
    const who = await person(test.services);
    await subscribeWhile(pay, 'lose-answer', who);
    await abandonPayment.call(contextFor(test.services, who.actor), {});
    await expectOnePayment(who);
  });

  it('and left for a day is given up by the jobs, which charge nothing [fault 14]', async () => {
    const who = await person(test.services);
    await subscribe(test.services, who, { ...care, paymentMethodId: await typedCard(test.services, 'asks') });
    const { db } = test.services;
    const created_at = new Date(Date.now() - 21 * 60 * 60_000);
    await db.updateTable('payment_attempts').set({ created_at }).where('user_id', '=', who.userId).execute();
    const { id } = (await moneyOf(test.services, who.userId)).attempts[0]!;
    expect(await settleAttempt(test.services, id)).toBe('given-up');
    const money = await moneyOf(test.services, who.userId);
    expect(money.there.invoices.map(({ status }) => status)).toEqual(['void']);
    expect(money.plan).toBeUndefined();
  });
});
