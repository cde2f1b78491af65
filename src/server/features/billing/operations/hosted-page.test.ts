import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { stripeCheckout } from './checkout-operation.ts';

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

const open = async (who: TestPerson, plan: object = care) => {
  const { url } = await stripeCheckout.call(contextFor(test.services, who.actor), {
    ...plan,
    idempotency_key: randomUUID(),
  });
  return new URL(url);
};

const payOn = async ({ pathname }: URL) => {
  const { statusCode } = await company.browser.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ number: '4242424242424242', exp_month: '08', exp_year: '2040', cvc: '123' },
    }).toString(),
  });
  return statusCode;
};

/** Runs the jobs for open payments. */
const settleOpen = async (who: TestPerson) => {
  const { attempts } = await moneyOf(test.services, who.userId);
  for (const { id, state } of attempts) if (state === 'open') await settleAttempt(test.services, id);
};

const sumsOf = ({ paidThere }: Awaited<ReturnType<typeof moneyOf>>) => paidThere.map(({ total }) => total);

describe('a payment page of the payment company', () => {
  it("is at the company's address, takes the payment once, and its outcome is found [GAP-123]", async () => {
    const who = await person(test.services);
    const page = await open(who);
    expect((await moneyOf(test.services, who.userId)).paidThere).toEqual([]);
    expect(await payOn(page)).toBe(303);
    await settleOpen(who);
    const money = await moneyOf(test.services, who.userId);
    expect(sumsOf(money)).toEqual([4_900]);
    expect(money.plan).toMatchObject({ state: 'active' });
    expect(money.transactions).toEqual([expect.objectContaining({ amount: 4_900, status: 'paid' })]);
    await expect(open(who)).rejects.toMatchObject({
      fields: [{ field: 'payment', message: 'error.payment.alreadyPaid' }],
    });
  });

  it('that is left open is closed when the person pays in the product, so that there is one charge [fault 5]', async () => {
    const who = await person(test.services);
    const page = await open(who);
    expect(await subscribe(test.services, who)).toMatchObject({ status: 'paid' });
    expect(await payOn(page)).toBe(404);
    expect(sumsOf(await moneyOf(test.services, who.userId))).toEqual([4_900]);
  });

  it('gives up a payment in the product that waits for the bank, so that both cannot be paid [fault 5]', async () => {
    const who = await person(test.services);
    const waiting = await subscribe(test.services, who, {
      ...care,
      paymentMethodId: await typedCard(test.services, 'asks'),
    });
    expect(waiting.status).toBe('needs_action');
    const page = await open(who);
    const { there } = await moneyOf(test.services, who.userId);
    expect(there.invoices.map(({ status }) => status)).toEqual(['void']);
    expect(await payOn(page)).toBe(303);
    await settleOpen(who);
    expect(sumsOf(await moneyOf(test.services, who.userId))).toEqual([4_900]);
  });

  it('that is opened twice is one page: the first is closed [fault 5]', async () => {
    const who = await person(test.services);
    const first = await open(who);
    const second = await open(who, lifetime);
    expect(await payOn(first)).toBe(404);
    expect(await payOn(second)).toBe(303);
    await settleOpen(who);
    expect(sumsOf(await moneyOf(test.services, who.userId))).toEqual([29_900]);
  });

  it('is not opened when it is already paid, or when a provider pays [CON-25]', async () => {
    await expect(open(await payingPerson(test.services, lifetime), lifetime)).rejects.toMatchObject({
      code: 'invalid',
    });
    const covered = await person(test.services, {
      providerId: await provider(test.services, 'Banksia House'),
    });
    await expect(open(covered)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
