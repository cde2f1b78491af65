import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { companyInMemory, subscribed, type Company } from '../company/company.fixture.ts';
import { settleInvoice, settleSubscription } from './settle.ts';

const day = 24 * 60 * 60_000;

describe('settling a payment', () => {
  let test: TestServices;
  let company: Company;

  beforeEach(async () => {
    test = await startServices();
    company = companyInMemory();
    test.services.payments = company.payments;
  });
  afterEach(() => test.close());

  const longAgo = () => ({ paidAt: new Date(Date.now() - 366 * day) });
  const planOf = async (userId: string) => {
    const {
      read_at: _,
      updated_at: __,
      ...plan
    } = await test.services.db
      .selectFrom('payment_plans')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return plan;
  };
  const booked = () =>
    test.services.db
      .selectFrom('transactions')
      .select(['stripe_invoice_id', 'status'])
      .orderBy('invoice_date')
      .execute();
  const events = async () =>
    (await test.services.db.selectFrom('outbox').select('type').orderBy('id').execute()).map(
      ({ type }) => type,
    );

  it.each([
    ['invited', 'active'],
    ['suspended', 'suspended'],
    ['archived', 'archived'],
  ] as const)('of a person who is %s leaves the person %s', async (before, after) => {
    const { db } = test.services;
    const who = await subscribed(test.services, company);
    await db.deleteFrom('payment_plans').where('user_id', '=', who.userId).execute();
    await db.updateTable('users').set({ status: before }).where('id', '=', who.userId).execute();
    await settleSubscription(test.services, who.subscriptionId);
    const { status } = await db
      .selectFrom('users')
      .select('status')
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    expect(status).toBe(after);
  });

  it('of an older invoice changes nothing in a plan whose newest invoice is not paid', async () => {
    const who = await subscribed(test.services, company, longAgo());
    await who.failRenewal(5, null);
    const [plan, before] = [await planOf(who.userId), await events()];
    expect(plan.state).toBe('past_due');
    expect(await settleInvoice(test.services, who.invoiceId)).toBe('unchanged');
    expect(await planOf(who.userId)).toEqual(plan);
    expect(await events()).toEqual(before);
  });

  it('that became void removes its invoice from the books, and no paid one', async () => {
    const who = await subscribed(test.services, company, longAgo());
    const renewal = await who.failRenewal(5, null);
    const paid = { stripe_invoice_id: who.invoiceId, status: 'paid' };
    expect(await booked()).toEqual([paid, { stripe_invoice_id: renewal, status: 'pending' }]);
    who.changeInvoice({ status: 'void' }, renewal);
    await settleInvoice(test.services, renewal);
    expect(await booked()).toEqual([paid]);
    who.changeInvoice({ status: 'void' });
    await settleInvoice(test.services, who.invoiceId);
    expect(await booked()).toEqual([paid]);
  });
});
