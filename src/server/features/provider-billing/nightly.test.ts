import { describe, expect, it } from 'vitest';
import { ownContext } from '../../pipeline/own-context.ts';
import { invoiceProvider } from './invoicing/invoicing-operations.ts';
import { withBilling } from './provider-billing.fixture.ts';

describe('the nightly invoices of providers', () => {
  const { test, logged, db, addPlan, addProvider, run, invoices, events } = withBilling();

  it('count the beds of that day, name the term, and are pending for 14 days [TRANS-01] [TRANS-04] [GAP-107] [ENT-21]', async () => {
    const plan = await addPlan(4_900);
    const id = await addProvider(plan, '2026-03-01');
    await run('2026-02-28');
    expect(await invoices(id)).toEqual([]);
    await run('2026-03-01');
    expect(await invoices(id)).toMatchObject([
      {
        subscription_id: plan,
        plan_name: 'Beds',
        amount: 58_800,
        quantity: 12,
        unit: 'beds',
        unit_price: 4_900,
        status: 'pending',
        invoice_date: '2026-03-01',
        due_date: '2026-03-15',
        payment_date: null,
        period_start: '2026-03-01',
        period_end: '2027-02-28',
        invoice_number: 'WAT-2026-0001',
        user_id: null,
      },
    ]);
    const row = await db().selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.next_billing_date).toBe('2027-03-01');
    expect(logged).toEqual([]);
  });

  it('use the number of the day of each invoice', async () => {
    const id = await addProvider(await addPlan(4_900), '2026-03-01');
    await run('2026-03-01');
    await db()
      .updateTable('providers')
      .set({ no_of_beds: null, no_of_customers: 3 })
      .where('id', '=', id)
      .execute();
    await run('2027-03-01');
    expect((await invoices(id)).map(({ quantity, unit, amount }) => [quantity, unit, amount])).toEqual([
      [12, 'beds', 58_800],
      [3, 'customers', 14_700],
    ]);
  });

  it('are made once, whatever number of runs there are, also side by side and after one that stopped half way', async () => {
    const plan = await addPlan(1_000);
    const ids = [];
    for (let n = 0; n < 30; n += 1) ids.push(await addProvider(plan, '2026-03-01'));
    // The run stopped after some providers.
    for (const provider_id of ids.slice(0, 7)) {
      const services = { ...test().services, clock: () => new Date('2026-03-01T04:00:00+11:00') };
      await invoiceProvider.call(ownContext(services), { provider_id });
    }
    await Promise.all([run('2026-03-01'), run('2026-03-01')]);
    await run('2026-03-02');
    for (const id of ids) expect(await invoices(id)).toHaveLength(1);
    const numbers = await db().selectFrom('transactions').select('invoice_number').execute();
    const expected = ids.map((_, index) => `WAT-2026-${String(index + 1).padStart(4, '0')}`);
    expect(
      numbers.map(({ invoice_number }) => invoice_number ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(expected);
  });

  it('skip an archived provider, and do not charge the time afterwards', async () => {
    const id = await addProvider(await addPlan(4_900), '2024-03-01', { archived: true });
    await run('2025-03-01');
    expect(await invoices(id)).toEqual([]);
    await db().updateTable('providers').set({ archived: false }).where('id', '=', id).execute();
    await run('2025-08-01');
    expect(await invoices(id)).toEqual([]);
    await run('2026-03-01');
    expect((await invoices(id)).map((row) => row.period_start)).toEqual(['2026-03-01']);
  });

  it('are overdue when the 14 days have passed, which is announced once [TRANS-01] [GAP-107]', async () => {
    const id = await addProvider(await addPlan(4_900), '2026-03-01');
    await run('2026-03-01');
    await run('2026-03-15');
    const [invoice] = await invoices(id);
    expect(invoice!.status).toBe('pending');
    await run('2026-03-16');
    await run('2026-03-17');
    expect((await invoices(id)).map(({ status }) => status)).toEqual(['overdue']);
    const facts = { provider_id: id, transaction_id: invoice!.id };
    expect(await events()).toEqual([
      ['provider-invoice.issued', facts],
      ['provider-invoice.overdue', facts],
    ]);
  });

  it('do not exist while a trial runs, whose end is announced 14, 7 and 1 day before and when it has come', async () => {
    const id = await addProvider(await addPlan(4_900), '2026-03-01', {
      ...{ subscription_id: null, subscription_start_date: null, trial_expiry_date: '2026-03-31' },
    });
    for (let day = 10; day <= 31; day += 1) await run(`2026-03-${day}`);
    expect(await events()).toEqual(
      [14, 7, 1, 0].map((days) => ['provider-trial.notice', { provider_id: id, on: '2026-03-31', days }]),
    );
    expect(await invoices(id)).toEqual([]);
  });

  it('leave nothing in the audit trail where nothing is due', async () => {
    const id = await addProvider(await addPlan(4_900), '2026-03-01');
    await addProvider(await addPlan(4_900), '2026-03-01', {
      ...{ subscription_id: null, subscription_start_date: null, trial_expiry_date: '2026-03-20' },
    });
    await run('2026-03-10');
    const actions = async () =>
      (await db().selectFrom('audit_log').select('action').orderBy('seq').execute()).map(
        ({ action }) => action,
      );
    expect(await actions()).toEqual(['invoiceProvider', 'announceTrialEnd']);
    await run('2026-03-11');
    expect(await actions()).toHaveLength(2);
    expect(await invoices(id)).toHaveLength(1);
  });

  it('catch up every term that passed while the product was down', async () => {
    const id = await addProvider(await addPlan(4_900), '2026-03-01');
    await db().updateTable('subscriptions').set({ duration: 'monthly' }).where('name', '=', 'Beds').execute();
    await run('2026-03-01');
    await run('2026-06-15');
    expect((await invoices(id)).map(({ period_start }) => period_start)).toEqual([
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
    ]);
  });

  it('of a plan without a term are made once each time it is started [D-53]', async () => {
    const [once, other] = [await addPlan(4_900), await addPlan(5_000, 'Other')];
    await db().updateTable('subscriptions').set({ duration: null }).execute();
    const id = await addProvider(once, '2026-03-01');
    const choose = (subscription_id: string | null, subscription_start_date: string | null) =>
      db()
        .updateTable('providers')
        .set({ subscription_id, subscription_start_date })
        .where('id', '=', id)
        .execute();
    const bills = async () => {
      for (const day of ['2026-07-01', '2026-07-02']) await run(day);
      return (await invoices(id)).map(({ period_start, subscription_id }) => [period_start, subscription_id]);
    };
    await run('2026-03-01');
    expect(await bills()).toEqual([['2026-03-01', once]]);
    // It was left and chosen again.
    await choose(null, null);
    await run('2026-04-01');
    await choose(once, '2026-05-01');
    const twice = [
      ['2026-03-01', once],
      ['2026-05-01', once],
    ];
    expect(await bills()).toEqual(twice);
    // Another plan was chosen by mistake, and the first one again as of the same day.
    await choose(other, '2026-06-01');
    await run('2026-06-01');
    await choose(once, '2026-05-01');
    expect(await bills()).toEqual([...twice, ['2026-06-01', other]]);
    expect(logged).toEqual([]);
  });

  it('go on for the others if one provider fails, which is logged', async () => {
    const plan = await addPlan(4_900);
    const [broken, whole] = [await addProvider(plan, '2026-03-01'), await addProvider(plan, '2026-03-01')];
    // More than a column of the database holds.
    await db().updateTable('providers').set({ no_of_beds: 2_000_000 }).where('id', '=', broken).execute();
    await run('2026-03-01');
    expect(await invoices(whole)).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining('An invoice of a provider could not be made')]);
  });
});
