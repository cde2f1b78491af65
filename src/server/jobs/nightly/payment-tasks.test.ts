import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { companyInMemory, subscribed, type Company } from '../../features/billing/company/company.fixture.ts';
import { endCustomerThere } from '../../features/billing/company/leaving.ts';
import { deleteAccount } from '../../features/privacy/deletion/deletion-operations.ts';
import { compareBooks, lookAfterPaymentPlans, settleWaiting } from '../../features/billing/nightly.ts';
import { ownContext } from '../../pipeline/own-context.ts';

const day = 24 * 60 * 60_000;

describe('payment plans in the nightly run', () => {
  let test: TestServices;
  let company: Company;
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);

  beforeEach(async () => {
    test = await startServices();
    company = companyInMemory();
    test.services.payments = company.payments;
    lines.length = 0;
  });
  afterEach(() => test.close());

  const at = (moment: Date | number) => ({ ...test.services, clock: () => new Date(moment) });
  const eventsLeft = async () => {
    const { db } = test.services;
    const rows = await db.selectFrom('outbox').select(['type', 'payload']).orderBy('id').execute();
    await db.deleteFrom('outbox').execute();
    return rows.map(({ type, payload }) => [type, payload]);
  };
  const planOf = (userId: string) =>
    test.services.db
      .selectFrom('payment_plans')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();

  it.each([
    ['2025-10-03T13:30:00Z', '2026-10-03', '2026-09-18T14:30:00Z'],
    ['2026-04-03T13:30:00Z', '2027-04-04', '2027-03-20T14:30:00Z'],
    ['2026-01-31T02:00:00Z', '2027-01-31', '2027-01-17T02:00:00Z'],
  ])(
    'send one mail, fourteen days before the renewal of a payment made at %s, by the dates of Melbourne [GAP-55] [fault 17] [fault 18]',
    async (paidAt, on, firstRun) => {
      const who = await subscribed(test.services, company, { paidAt: new Date(paidAt) });
      await eventsLeft();
      const first = new Date(firstRun).getTime();
      await lookAfterPaymentPlans(at(first - day), log);
      expect(await eventsLeft()).toEqual([]);
      for (const run of [first, first, first + day, first + 13 * day])
        await lookAfterPaymentPlans(at(run), log);
      const renewal = (await planOf(who.userId)).period_end;
      expect(renewal).not.toBeNull();
      expect(await eventsLeft()).toEqual([['payment-plan.renewal-soon', { user_id: who.userId, on }]]);
    },
  );

  it('send no mail about a plan that was stopped, nor about a card that does not expire before the payment [GAP-55]', async () => {
    const { db } = test.services;
    const paidAt = new Date('2026-03-01T02:00:00Z');
    const kept = await subscribed(test.services, company, { paidAt });
    const over = await subscribed(test.services, company, { paidAt });
    const stopped = await subscribed(test.services, company, { paidAt });
    await db
      .updateTable('payment_plans')
      .set({ cancel_at_period_end: true })
      .where('user_id', '=', stopped.userId)
      .execute();
    for (const [{ userId }, exp_month] of [
      [kept, 3],
      [over, 2],
      [stopped, 2],
    ] as const)
      await db
        .insertInto('payment_cards')
        .values({
          user_id: userId,
          payment_method_id: userId,
          brand: 'visa',
          last4: '4242',
          exp_month,
          exp_year: 2027,
        })
        .execute();
    await eventsLeft();
    await lookAfterPaymentPlans(at(new Date('2027-02-05T02:00:00Z')), log);
    await lookAfterPaymentPlans(at(new Date('2027-02-06T02:00:00Z')), log);
    expect(await eventsLeft()).toEqual([
      ['payment.card-expiring', { user_id: over.userId, on: '2027-03-01' }],
    ]);
  });

  it('keep everything for seven days after a failed renewal, send a mail at the last attempt, then end the plan on both sides [GAP-55]', async () => {
    const who = await subscribed(test.services, company, { paidAt: new Date(Date.now() - 366 * day) });
    const renewal = await who.failRenewal(5, new Date(Date.now() + day));
    await eventsLeft();
    await lookAfterPaymentPlans(test.services, log);
    expect(await eventsLeft()).toEqual([]);
    who.changeInvoice({ nextTryAt: null }, renewal);
    for (let run = 0; run < 2; run += 1) await lookAfterPaymentPlans(test.services, log);
    expect(await eventsLeft()).toEqual([['payment-plan.tries-over', { user_id: who.userId }]]);
    expect((await planOf(who.userId)).state).toBe('past_due');
    expect(company.subscriptions.get(who.subscriptionId)?.status).toBe('past_due');

    await lookAfterPaymentPlans(at(Date.now() + 2 * day + 60_000), log);
    expect(company.subscriptions.get(who.subscriptionId)?.status).toBe('ended');
    expect(company.invoices.get(renewal)?.status).toBe('void');
    expect((await planOf(who.userId)).state).toBe('ended');
    expect((await eventsLeft()).map(([type]) => type)).toContain('payment-plan.ended');
  });

  it('accept a payment at the last moment [GAP-55]', async () => {
    const who = await subscribed(test.services, company, { paidAt: new Date(Date.now() - 366 * day) });
    const renewal = await who.failRenewal(8, null);
    who.changeInvoice({ status: 'paid', paidAt: new Date() }, renewal);
    who.changeSubscription({ status: 'active', periodEnd: new Date(Date.now() + 358 * day) });
    await lookAfterPaymentPlans(test.services, log);
    expect((await planOf(who.userId)).state).toBe('active');
    expect(company.calls.filter((call) => /^(giveUp|endSubscription)/.test(call))).toEqual([]);
  });

  it("cancel a deleted account's subscription at the payment company once it responds; its payments stay without a name [GAP-55] [security 39]", async () => {
    const { db } = test.services;
    const who = await subscribed(test.services, company);
    await db.updateTable('users').set({ delete_on: '2020-01-01' }).where('id', '=', who.userId).execute();
    await deleteAccount.call(ownContext(test.services), { user_id: who.userId });
    expect((await eventsLeft()).map(([type]) => type)).toContain('payment.customer-leaving');
    company.state.up = false;
    await expect(endCustomerThere(test.services, who.customerId)).rejects.toThrow();
    const late = at(Date.now() + day);
    await expect(lookAfterPaymentPlans(late, log)).rejects.toThrow();
    company.state.up = true;
    for (let run = 0; run < 2; run += 1) await lookAfterPaymentPlans(late, log);
    expect(company.subscriptions.get(who.subscriptionId)?.status).toBe('ended');
    expect(company.calls.filter((call) => call === `removeCards ${who.customerId}`)).toHaveLength(1);
    expect(await db.selectFrom('payment_customers_leaving').selectAll().execute()).toEqual([]);
    const kept = await db
      .selectFrom('transactions')
      .select(['user_id', 'amount', 'invoice_number'])
      .execute();
    expect(kept).toEqual([{ user_id: null, amount: 4_900, invoice_number: expect.stringMatching(/^WAT-/) }]);
  });

  it('log the differences between the payment records, and correct nothing [GAP-55]', async () => {
    const who = await subscribed(test.services, company);
    await compareBooks(test.services, log);
    expect(lines).toEqual([]);
    who.changeSubscription({ cancelAtPeriodEnd: true });
    await compareBooks(test.services, log);
    expect(lines).toEqual([expect.stringContaining('subscription-stopping 1')]);
    expect(lines.join('\n')).not.toContain(who.subscriptionId);
    expect((await planOf(who.userId)).cancel_at_period_end).toBe(false);
  });

  it('do nothing while payment is off', async () => {
    await subscribed(test.services, company, { paidAt: new Date(Date.now() - 360 * day) });
    await eventsLeft();
    const off = { ...test.services, payments: null };
    await lookAfterPaymentPlans(off, log);
    await settleWaiting(off, log);
    await compareBooks(off, log);
    expect(await eventsLeft()).toEqual([]);
  });
});
