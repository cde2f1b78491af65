import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { codeOf, startHouse, type House } from '../../customers/page/customer-page.fixture.ts';

describe('payments and payment plans for staff', () => {
  let house: House;
  let resident: TestPerson;
  let payer: TestPerson;
  let admin: TestClient;
  let manager: TestClient;
  const paid: Record<string, string> = {};
  let planId: string;

  beforeAll(async () => {
    house = await startHouse();
    const { db, services, ids } = house;
    resident = await house.newCustomer();
    payer = await person(services);
    admin = await house.newClient(await person(services, { role: 'admin' }));
    manager = await house.newClient(await house.newStaff(ids.house));
    ({ id: planId } = await db
      .insertInto('subscriptions')
      .values({ name: 'Beds', fee: 4_900, customer_type_id: 4, recurrence: 'year', partner_fee: 1_000 })
      .returning('id')
      .executeTakeFirstOrThrow());
    const owners = {
      house: { provider_id: ids.house },
      ward: { provider_id: ids.ward },
      root: { provider_id: ids.root },
      elsewhere: { provider_id: ids.elsewhere },
      resident: { user_id: resident.userId },
      payer: { user_id: payer.userId },
    };
    for (const [index, [name, owner]] of Object.entries(owners).entries()) {
      const { id } = await db
        .insertInto('transactions')
        .values({
          ...{ ...owner, amount: 4_900, status: 'paid' as const, subscription_id: planId },
          ...{ invoice_date: `2026-0${index + 1}-01`, invoice_number: `WAT-${index}` },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      paid[name] = id;
    }
  });
  afterAll(() => house.close());

  const list = async (client: TestClient, args = '') => {
    const { data, errors } = await client.graphql(
      `query { getTransactions${args} { count data { id stripe_invoice_pdf } } }`,
    );
    expect(errors).toBeUndefined();
    const names = Object.entries(paid);
    return data.getTransactions.data.map(
      (row: { id: string }) => names.find(([, id]) => id === row.id)?.[0] ?? 'unknown',
    ) as string[];
  };

  it('lists payments by scope, newest first: all for the platform, those of providers in the tree for managers, own ones for customers [API-60]', async () => {
    expect(await list(admin)).toEqual(['payer', 'resident', 'elsewhere', 'root', 'ward', 'house']);
    expect(await list(manager)).toEqual(['ward', 'house']);
    expect(await list(await house.newClient(payer))).toEqual(['payer']);
    expect(await list(await house.newClient(resident))).toEqual(['resident']);
    const unplaced = await house.newStaff(null);
    expect(await list(await house.newClient(unplaced))).toEqual([]);
  });

  it('pages the list and narrows it by person and provider, never beyond the scope [API-60] [security 2]', async () => {
    expect(await list(admin, '(limit: 2, offset: 1)')).toEqual(['resident', 'elsewhere']);
    expect(await list(admin, `(user_id: "${resident.userId}")`)).toEqual(['resident']);
    expect(await list(admin, `(provider_id: "${house.ids.elsewhere}")`)).toEqual(['elsewhere']);
    expect(await list(manager, `(provider_id: "${house.ids.ward}")`)).toEqual(['ward']);
    for (const args of [
      `(provider_id: "${house.ids.elsewhere}")`,
      `(provider_id: "${house.ids.root}")`,
      `(user_id: "${resident.userId}")`,
      `(user_id: "${payer.userId}")`,
    ])
      expect([args, await list(manager, args)]).toEqual([args, []]);
    const other = await house.newClient(payer);
    expect(await list(other, `(user_id: "${resident.userId}")`)).toEqual([]);
    expect(await list(other, `(provider_id: "${house.ids.house}")`)).toEqual([]);
    expect(codeOf(await admin.graphql('query { getTransactions(limit: 10000) { count } }'))).toBe('invalid');
  });

  it('gives the address of an invoice only to the person who paid, because others cannot open it [API-60]', async () => {
    const pdfs = async (client: TestClient) =>
      (
        await client.graphql('query { getTransactions { data { stripe_invoice_pdf } } }')
      ).data.getTransactions.data.map((row: { stripe_invoice_pdf: unknown }) => row.stripe_invoice_pdf);
    expect(await pdfs(await house.newClient(payer))).toEqual([`/api/invoices/${paid['payer']}`]);
    expect(new Set(await pdfs(admin))).toEqual(new Set([null]));
  });

  it('refuses the list to visitors, viewers, and administrators without the permission to manage all [API-60] [security 4]', async () => {
    const query = 'query { getTransactions { count } }';
    expect(codeOf(await new TestClient(house.app.url).graphql(query))).toBe('unauthenticated');
    expect(codeOf(await house.viewerClient.graphql(query))).toBe('forbidden');
    const set = (can_manage_all: boolean) =>
      house.db.updateTable('permission_roles').set({ can_manage_all }).where('id', '=', 1).execute();
    await set(false);
    try {
      expect(codeOf(await manager.graphql(query))).toBe('forbidden');
    } finally {
      await set(true);
    }
  });

  it('gives customer types and the detail of a payment plan to the platform only [API-60, ENT-19] [security 4]', async () => {
    const types = 'query { getCustomerTypes { id label editable } }';
    const detail = (id: string) =>
      `query { getPlanDetail(id: "${id}") { name fee partner_fee recurrence status customer_type { id label } } }`;
    expect((await admin.graphql(types)).data.getCustomerTypes).toEqual([
      { id: 1, label: 'Individual', editable: true },
      { id: 2, label: 'Family or friend', editable: false },
      { id: 3, label: 'Health professional', editable: false },
      { id: 4, label: 'Provider', editable: true },
    ]);
    expect((await admin.graphql(detail(planId))).data.getPlanDetail).toEqual({
      ...{ name: 'Beds', fee: 4_900, partner_fee: 1_000, recurrence: 'year', status: 'active' },
      customer_type: { id: 4, label: 'Provider' },
    });
    expect(codeOf(await admin.graphql(detail(randomUUID())))).toBe('not-found');
    const refused: [TestClient, string][] = [
      [new TestClient(house.app.url), 'unauthenticated'],
      [await house.newClient(payer), 'forbidden'],
      [manager, 'forbidden'],
      [house.viewerClient, 'forbidden'],
    ];
    for (const [client, code] of refused)
      for (const document of [types, detail(planId)])
        expect(codeOf(await client.graphql(document))).toBe(code);
  });

  it('shows the next billing date of a customer to staff in scope only [API-60] [security 2]', async () => {
    const customer = await house.newCustomer();
    await house.db
      .updateTable('users')
      .set({ next_billing_date: '2027-02-28' })
      .where('id', '=', customer.userId)
      .execute();
    const query = `query { getCustomer(id: "${customer.userId}") { next_billing_date } }`;
    for (const client of [admin, manager, house.viewerClient])
      expect((await client.graphql(query)).data.getCustomer.next_billing_date).toBe('2027-02-28');
    for (const [who, client, code] of await house.strangers())
      expect([who, codeOf(await client.graphql(query))]).toEqual([who, code]);
    const own = await house.newClient(customer);
    expect((await own.graphql('query { nextBillingDate }')).data.nextBillingDate).toBe('2027-02-28');
  });

  it('treats a customer of a provider as not paying, also with a subscription of their own [TRANS-05, CON-25]', async () => {
    const customer = await house.newCustomer();
    await house.db
      .updateTable('users')
      .set({ subscription_id: planId })
      .where('id', '=', customer.userId)
      .execute();
    const client = await house.newClient(customer);
    const { data } = await client.graphql('query { getPaymentInformation { covered } }');
    expect(data.getPaymentInformation.covered).toBe(true);
    const pay = `mutation { subscribeCustomer(yearlyPriceId: "price_wattle_care", paymentMethodId: "pm_card_visa", idempotency_key: "${randomUUID()}") { status } }`;
    expect(codeOf(await client.graphql(pay))).toBe('forbidden');
    const alone = await house.newClient(payer);
    expect(
      (await alone.graphql('query { getPaymentInformation { covered } }')).data.getPaymentInformation.covered,
    ).toBe(false);
  });
});
