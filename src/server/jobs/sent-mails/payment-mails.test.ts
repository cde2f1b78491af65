import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { EventName, Events } from '../../../domain/events.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { companyInMemory, subscribed, type Company } from '../../features/billing/company/company.fixture.ts';
import { findTask } from '../events/handlers.ts';
import { mailServer } from '../jobs.fixture.ts';

const day = 24 * 60 * 60_000;

describe('mails about payment', () => {
  let test: TestServices;
  let company: Company;
  let mail: ReturnType<typeof mailServer>;
  let jobs = 0;

  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(() => {
    company = companyInMemory();
    test.services.payments = company.payments;
    mail = mailServer();
  });

  async function run<Name extends EventName>(name: Name, payload: Events[Name]): Promise<string[]> {
    jobs += 1;
    const context = {
      ...{
        services: test.services,
        mailer: mail.mailer,
        log: () => {},
        jobId: `job-${jobs}`,
        at: new Date(),
      },
    };
    await findTask(name, 'mail')!.run(payload, context);
    return mail.state.sent.splice(0).map(({ subject }) => subject);
  }
  const paymentOf = async (userId: string) =>
    test.services.db
      .selectFrom('transactions')
      .select(['id', 'invoice_number'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();

  it('send the receipt of a payment once, also if its event arrives twice [GAP-54]', async () => {
    const { userId: user_id } = await subscribed(test.services, company);
    const { id } = await paymentOf(user_id);
    const event = { user_id, transaction_id: id };
    expect(await run('payment.received', event)).toEqual(['Your Wattle receipt for $49']);
    expect(await run('payment.received', event)).toEqual([]);
  });

  it('use the language of the person [GAP-119]', async () => {
    const { userId: user_id } = await subscribed(test.services, company, { language: 'zh' });
    const { id } = await paymentOf(user_id);
    expect(await run('payment.received', { user_id, transaction_id: id })).toEqual(['您的 Wattle 收据：$49']);
  });

  it('are not sent for a failed renewal that was paid in the meantime, nor for a plan that continues [GAP-55]', async () => {
    const who = await subscribed(test.services, company, { paidAt: new Date(Date.now() - 366 * day) });
    const event = { user_id: who.userId, amount: 4_900, at: new Date().toISOString(), next_try_at: null };
    expect(await run('payment.failed', event)).toEqual([]);
    expect(await run('payment-plan.tries-over', { user_id: who.userId })).toEqual([]);
    expect(await run('payment-plan.ended', { user_id: who.userId, at: event.at })).toEqual([]);
    await who.failRenewal(1, null);
    const next_try_at = new Date(Date.now() + 2 * day).toISOString();
    expect(await run('payment.failed', { ...event, next_try_at })).toEqual([
      'We could not take your payment',
    ]);
    expect(await run('payment.failed', event)).toEqual(['Please check your payment card']);
  });

  it('are not sent before a renewal that is stopped or on another day, nor for a card that was replaced [GAP-55]', async () => {
    const who = await subscribed(test.services, company);
    const { userId: user_id } = who;
    const on = melbourneDate(company.subscriptions.get(who.subscriptionId)!.periodEnd);
    expect(await run('payment-plan.renewal-soon', { user_id, on })).toEqual([
      expect.stringMatching(/please add a card$/),
    ]);
    const card = { payment_method_id: user_id, brand: 'visa', last4: '4242', exp_month: 1 } as const;
    await test.services.db
      .insertInto('payment_cards')
      .values({ user_id, ...card, exp_year: Number(on.slice(0, 4)) })
      .execute();
    expect(await run('payment-plan.renewal-soon', { user_id, on })).toEqual([
      expect.stringMatching(/^Your Wattle plan renews on [^:]*$/),
    ]);
    expect(await run('payment.card-expiring', { user_id, on })).toEqual(['Your payment card ends soon']);
    await test.services.db
      .updateTable('payment_cards')
      .set({ exp_year: 2099 })
      .where('user_id', '=', user_id)
      .execute();
    expect(await run('payment.card-expiring', { user_id, on })).toEqual([]);
    expect(await run('payment-plan.renewal-soon', { user_id, on: '2020-01-01' })).toEqual([]);
    await test.services.db
      .updateTable('payment_plans')
      .set({ cancel_at_period_end: true })
      .where('user_id', '=', user_id)
      .execute();
    expect(await run('payment-plan.renewal-soon', { user_id, on })).toEqual([]);
  });
});
