import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  moneyOf,
  payingPerson,
  startPayments,
  type TestPayments,
} from '../../../../../testing/stand-ins/payments.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { settleInvoice } from '../settling/settle.ts';
import { reconcile } from './reconcile.ts';

const hour = 60 * 60_000;

let test: TestServices;
let company: TestPayments;
let offset = 0;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(Date.now() + offset);
  company = await startPayments(test.services);
});
afterAll(async () => {
  await company.close();
  await test.close();
});

/** Calls the payment company as its own pages do. */
async function there<Answer>(method: 'GET' | 'POST', path: string, fields: Record<string, string>) {
  const { host, port, secretKey } = company.standIn;
  const query = new URLSearchParams(fields);
  const response = await fetch(`http://${host}:${port}/v1/${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': randomUUID() },
    ...(method === 'POST' && { body: query }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function refund(customer: string, amount: number): Promise<void> {
  const { data } = await there<{ data: { id: string }[] }>('GET', 'charges', { customer });
  await there('POST', 'refunds', { charge: data[0]!.id, amount: String(amount) });
}

/** Compares as if an hour later, because changes of the last minutes count as in progress. */
const compare = async (mend = false) => {
  offset += hour;
  const named: string[] = [];
  const { compared } = await reconcile(test.services, {
    since: new Date(Date.now() - 24 * hour),
    mend,
    onDrift: ({ kind }, isMended) => void named.push(isMended ? `${kind} mended` : kind),
  });
  return { compared, named: named.toSorted() };
};

describe('our books compared with the payment company', () => {
  it('a refund that was made there is in our books once it is read again: in part, then whole [GAP-55, ENT-21]', async () => {
    const { userId } = await payingPerson(test.services);
    const { user, paidThere } = await moneyOf(test.services, userId);
    await refund(user.stripe_customer_id!, 1_000);
    await settleInvoice(test.services, paidThere[0]!.id);
    expect((await moneyOf(test.services, userId)).transactions).toEqual([
      expect.objectContaining({ status: 'paid', refunded: 1_000 }),
    ]);
    await refund(user.stripe_customer_id!, 3_900);
    for (let time = 0; time < 3; time += 1) await settleInvoice(test.services, paidThere[0]!.id);
    expect((await moneyOf(test.services, userId)).transactions).toEqual([
      expect.objectContaining({ status: 'refunded', refunded: 4_900 }),
    ]);
    const refundEvents = await test.services.db
      .selectFrom('outbox')
      .select('payload')
      .where('type', '=', 'payment.refunded')
      .execute();
    expect(refundEvents.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ user_id: userId, amount: 1_000 }),
      expect.objectContaining({ user_id: userId, amount: 3_900 }),
    ]);
  });

  it('are equal after payments; data that is lost here is reported, and restored on request [fault 14]', async () => {
    const { userId } = await payingPerson(test.services);
    const kept = await moneyOf(test.services, userId);
    expect(await compare()).toEqual({ compared: expect.any(Number), named: [] });
    await test.services.db.deleteFrom('transactions').where('user_id', '=', userId).execute();
    await test.services.db
      .updateTable('payment_plans')
      .set({ state: 'ended' })
      .where('user_id', '=', userId)
      .execute();
    const { named } = await compare();
    expect(named).toContain('payment-not-here');
    expect(named).toContain('subscription-state');
    expect((await compare(true)).named).toContain('payment-not-here mended');
    const after = await moneyOf(test.services, userId);
    expect(after.transactions.map(({ amount, status }) => [amount, status])).toEqual(
      kept.transactions.map(({ amount, status }) => [amount, status]),
    );
    expect(after.paidThere).toHaveLength(1);
  });
});
