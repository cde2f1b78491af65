import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { exportSubscriptionsReport, getSubscriptionsReport } from './operations.ts';

describe('the report of subscriptions', () => {
  let test: TestServices;
  let at: ReportHouses;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
    const { db } = test.services;
    const { id: subscription_id } = await db
      .insertInto('subscriptions')
      .values({
        name: 'Provider plan',
        fee: 12_000,
        customer_type_id: 4,
        recurrence: 'year',
        partner_fee: 250,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [id, beds] of [
      [at.house, 12],
      [at.other, 3],
    ] as const)
      await db
        .updateTable('providers')
        .set({ subscription_id, subscription_start_date: '2026-02-01', no_of_beds: beds, fee: beds * 12_000 })
        .where('id', '=', id)
        .execute();
    const invoice = { provider_id: at.house, subscription_id, invoice_date: '2026-02-01' };
    await db
      .insertInto('transactions')
      .values([
        { ...invoice, amount: 154_000, refunded: 10_000, status: 'paid' },
        { ...invoice, amount: 5_500, refunded: 500, status: 'overdue' },
        { ...invoice, amount: 700, status: 'refunded' },
      ])
      .execute();
    const plan = { subscription_id, since: '2026-09-05', read_at: null };
    await db
      .insertInto('payment_plans')
      .values([
        { ...plan, user_id: at.customers.ann.userId, state: 'active', stripe_subscription_id: 'sub_1' },
        { ...plan, user_id: at.customers.hal.userId, state: 'past_due', overdue_amount: 4_900 },
        {
          ...plan,
          user_id: at.customers.gus.userId,
          state: 'ended',
          ended_at: new Date('2026-10-05T02:00:00Z'),
        },
      ])
      .execute();
  });
  afterAll(() => test.close());

  const read = (input: Record<string, unknown> = {}) => getSubscriptionsReport.call(at.as('admin'), input);
  const payers = async (input: Record<string, unknown> = {}) =>
    (await read(input)).data.map(({ payer }) => payer);
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('says who pays for what, and how much came in and is open [GAP-114]', async () => {
    const { summary, data } = await read();
    expect(summary).toEqual({ count: 4, paid: 1, pending: 1, overdue: 2, partner_fees: 3_750 });
    expect(data.map(({ payer }) => payer)).toEqual(['Banksia House', 'Grevillea Lodge']);
    expect(data[0]).toMatchObject({
      ...{ payment_plan: 'Provider plan', customer_type: 'Provider', start: '2026-02-01', units: 12 },
      ...{ fee: 144_000, paid: 144_000, open: 5_000, status: 'overdue' },
    });
    expect(data[1]).toMatchObject({ units: 3, paid: 0, open: 0, status: 'none' });
  });

  it('lists people apart from providers, ended ones too [GAP-114]', async () => {
    const { data } = await read({ payer: 'individual' });
    expect(data.map(({ payer, status, open }) => [payer, status, open])).toEqual([
      ['Ann Doyle', 'paid', 0],
      ['Gus Doyle', 'ended', 0],
      ['Hal Doyle', 'overdue', 4_900],
    ]);
    expect(data[1]).toMatchObject({ end: '2026-10-05', next: null });
  });

  it('is of those that ran in the chosen days, at the chosen providers [GAP-114]', async () => {
    expect(await payers({ period_to: '2026-01-31' })).toEqual([]);
    expect(await payers({ payer: 'individual', period_from: '2026-10-06' })).toEqual([
      'Ann Doyle',
      'Hal Doyle',
    ]);
    expect((await read({ period_to: '2026-01-31' })).summary).toEqual({
      count: 0,
      paid: 0,
      pending: 0,
      overdue: 0,
      partner_fees: 0,
    });
    expect(await payers({ provider_id: at.house })).toEqual(['Banksia House']);
    expect(await payers({ provider_id: at.house, payer: 'individual' })).toEqual(['Ann Doyle', 'Gus Doyle']);
    expect((await read({ provider_id: at.other })).summary).toEqual({
      count: 2,
      paid: 0,
      pending: 1,
      overdue: 1,
      partner_fees: 750,
    });
  });

  it('counts a provider without a number of beds or customers as one, and takes credits off what is open [D-47, GAP-114]', async () => {
    const { db } = test.services;
    const beds = (no_of_beds: number) =>
      db.updateTable('providers').set({ no_of_beds }).where('id', '=', at.other).execute();
    await beds(0);
    const { summary, data } = await read({ provider_id: at.other });
    expect([data[0]?.units, summary.partner_fees]).toEqual([1, 250]);
    await beds(3);
    expect((await read()).data[0]).toMatchObject({ paid: 144_000, open: 5_000 });
  });

  it('exports what the page lists [GAP-114]', async () => {
    for (const input of [{}, { payer: 'individual' }]) {
      const rows = [];
      for await (const batch of await exportSubscriptionsReport.call(at.as('admin'), input))
        rows.push(...batch);
      expect(rows).toMatchObject((await read(input)).data);
    }
  });

  it('opens only for platform staff [D-46, security 2, security 4]', async () => {
    for (const call of [getSubscriptionsReport, exportSubscriptionsReport]) {
      for (const who of ['head', 'ward', 'viewer', 'lost'])
        expect(await codeOf(call.call(at.as(who), { provider_id: at.house }))).toBe('forbidden');
      expect(await codeOf(call.call({ ...at.as('head'), actor: at.customers.ann.actor }, {}))).toBe(
        'forbidden',
      );
      expect(await codeOf(call.call({ ...at.as('head'), actor: { kind: 'visitor' } }, {}))).toBe(
        'unauthenticated',
      );
      expect(await codeOf(call.call(at.as('tlc'), {}))).toBe('allowed');
    }
  });
});
