import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { companyInMemory, subscribed, type Company } from '../company/company.fixture.ts';
import { countDrifts } from './books-store.ts';
import { reconcile } from './reconcile.ts';

describe('comparing the books with the payment company', () => {
  let test: TestServices;
  let company: Company;

  beforeEach(async () => {
    test = await startServices();
    company = companyInMemory();
    test.services.payments = company.payments;
  });
  afterEach(() => test.close());

  const since = new Date(Date.now() - 30 * 24 * 60 * 60_000);
  const run = async (mend = false) => {
    const names: string[] = [];
    const result = await reconcile(test.services, {
      since,
      mend,
      onDrift: ({ kind, objectId }, mended) => names.push(`${kind} ${objectId}${mended ? ' mended' : ''}`),
    });
    return { ...result, names: names.sort() };
  };

  it('finds nothing when both sides are equal, over several pages [GAP-55]', async () => {
    for (let count = 0; count < 3; count += 1) await subscribed(test.services, company);
    const { names, compared } = await run();
    expect([names, compared]).toEqual([[], 6]);
    expect(await countDrifts(test.services.db)).toBe(0);
  });

  it('names each difference once, on every run, and mends it on request [fault 14]', async () => {
    const { db } = test.services;
    const lost = await subscribed(test.services, company);
    await db.deleteFrom('transactions').where('stripe_invoice_id', '=', lost.invoiceId).execute();
    const stopped = await subscribed(test.services, company);
    stopped.changeSubscription({ cancelAtPeriodEnd: true });
    const ended = await subscribed(test.services, company);
    ended.changeSubscription({ status: 'ended', endedAt: new Date() });
    const refunded = await subscribed(test.services, company);
    refunded.changeInvoice({ refunded: 4_900 });
    const expected = [
      `payment-not-here ${lost.invoiceId}`,
      `payment-refund ${refunded.invoiceId}`,
      `subscription-state ${ended.subscriptionId}`,
      `subscription-stopping ${stopped.subscriptionId}`,
    ];
    expect((await run()).names).toEqual(expected);
    expect((await run()).names).toEqual(expected);
    expect(await countDrifts(db)).toBe(4);
    const rows = await db.selectFrom('payment_drifts').select(['kind', 'user_id']).execute();
    expect(rows).toContainEqual({ kind: 'payment-not-here', user_id: lost.userId });

    const mended = await run(true);
    expect(mended.names).toEqual(expected.map((name) => `${name} mended`));
    expect([mended.mended, mended.drifts.size, await countDrifts(db)]).toEqual([4, 0, 0]);
    const paid = await db
      .selectFrom('transactions')
      .select('status')
      .where('stripe_invoice_id', '=', lost.invoiceId)
      .execute();
    expect(paid).toEqual([{ status: 'paid' }]);
    expect((await run()).names).toEqual([]);
  });

  it('reports what the payment company has for no person here, and what it does not have [fault 15]', async () => {
    const { db } = test.services;
    const gone = await subscribed(test.services, company);
    company.subscriptions.delete(gone.subscriptionId);
    company.invoices.delete(gone.invoiceId);
    const stranger = await subscribed(test.services, company);
    await db
      .updateTable('users')
      .set({ stripe_customer_id: null })
      .where('id', '=', stranger.userId)
      .execute();
    await db.deleteFrom('payment_plans').where('user_id', '=', stranger.userId).execute();
    expect((await run(true)).names).toEqual([
      `payment-not-there ${gone.invoiceId}`,
      `subscription-not-here ${stranger.subscriptionId}`,
      `subscription-not-there ${gone.subscriptionId}`,
    ]);
  });

  it('ignores changes in progress, and customers who are being deleted [fault 15]', async () => {
    const { db } = test.services;
    const fresh = await subscribed(test.services, company);
    await db.deleteFrom('transactions').where('stripe_invoice_id', '=', fresh.invoiceId).execute();
    fresh.changeInvoice({ paidAt: new Date() });
    const leaving = await subscribed(test.services, company);
    await db.deleteFrom('payment_plans').where('user_id', '=', leaving.userId).execute();
    await db
      .insertInto('payment_customers_leaving')
      .values({ stripe_customer_id: leaving.customerId })
      .execute();
    expect((await run()).names).toEqual([]);
  });
});
