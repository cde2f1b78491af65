import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Mail } from '../../../ports/mail/port.ts';
import { sendInvoice } from '../jobs.ts';
import { getProviderBilling } from '../operations/read-operations.ts';
import { withCompany } from './company.fixture.ts';

const paysOnPage = { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' };

describe('the invoices of providers at the payment company', () => {
  const billing = withCompany();
  const { db, test, services, company, there, addPlanThere, addHouse, bill, invoice, handled } = billing;
  const { invoices, invoicesThere, moveTo, pastDue, logged, laterBy, staff } = billing;

  const outbox = async () =>
    (
      await db()
        .selectFrom('outbox')
        .select('type')
        .where('type', 'like', 'provider-invoice.%')
        .orderBy('id')
        .execute()
    ).map(({ type }) => type);
  const stateOf = async (id: string) =>
    (await invoices(id)).map(({ status, refunded }) => ({ status, refunded }));

  async function sent() {
    const house = await addHouse(await addPlanThere(4_900));
    await bill();
    await invoice();
    const [row] = await invoices(house);
    return { house, row: row!, id: row!.stripe_invoice_id! };
  }

  it('wait without a number until they are made there, then are sent with a due date, for the beds of that day [D-48] [GAP-107]', async () => {
    const house = await addHouse(await addPlanThere(4_900));
    await bill();
    expect(await invoices(house)).toMatchObject([
      { status: 'pending', invoice_number: null, at_company: true },
    ]);
    expect(await outbox()).toEqual([]);
    const { context } = await staff('provideradmin', house);
    const billed = () => getProviderBilling.call(context, { id: house });
    expect(await billed()).toMatchObject({ at_company: true, due: 0, overdue: 0 });
    await invoice();
    expect(await billed()).toMatchObject({ due: 58_800, due_on: '2026-03-15' });
    const [row] = await invoices(house);
    const [made] = await invoicesThere();
    expect(made).toMatchObject({
      ...{ status: 'open', collection_method: 'send_invoice', total: 58_800, billing_reason: 'manual' },
      lines: { data: [{ quantity: 12, amount: 58_800, description: '12 × Beds' }] },
    });
    expect(row).toMatchObject({
      ...{ status: 'pending', amount: 58_800, due_date: '2026-03-15', payment_date: null },
      ...{ invoice_number: made!.number, stripe_invoice_id: made!.id, hosted_url: made!.hosted_invoice_url },
    });
    const customer = made!.customer as string;
    expect(await there('GET', `customers/${customer}`)).toMatchObject({
      ...{ name: 'Banksia House', email: 'office@test.example', preferred_locales: ['en'] },
      metadata: { provider_id: house },
    });
    expect(await outbox()).toEqual(['provider-invoice.issued']);
    expect(await db().selectFrom('invoice_numbers').selectAll().execute()).toEqual([]);
    await invoice();
    expect(await invoicesThere()).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('name the seller with its ABN, and the GST within the total only if it is registered for GST [D-34, D-48]', async () => {
    const { config } = services();
    const footers = async () => (await invoicesThere()).map(({ footer }) => footer?.split('\n'));
    await sent();
    const seller = [config.company.name, `ABN ${config.company.abn}`, config.company.address];
    expect(await footers()).toEqual([seller]);
    const { payments } = config;
    services().config = {
      ...config,
      payments: { ...payments, tax: { ...payments.tax, gstRegistered: true } },
    };
    await sent();
    const taxed = ['Tax invoice', ...seller, 'GST (10%) included: $53.45'];
    expect(await footers()).toEqual(expect.arrayContaining([seller, taxed]));
  });

  it('are mailed with the page on which they are paid', async () => {
    const { house, row } = await sent();
    const mails: Mail[] = [];
    await sendInvoice(
      { provider_id: house, transaction_id: row.id },
      {
        services: services(),
        mailer: { send: async (mail) => void mails.push(mail), close: async () => {} },
        log: (line) => logged.push(line),
        jobId: 'job-1',
        at: new Date(),
      },
    );
    expect(mails.map(({ to }) => to)).toEqual(['office@test.example']);
    expect(mails[0]!.plain).toContain(`https://wattle.example${row.hosted_url}`);
    expect(mails[0]!.plain).toContain(row.invoice_number);
    expect(mails[0]!.plain).toContain('See the invoice');
  });

  it('are paid on its page, and say so after its events [D-48]', async () => {
    const { house, row } = await sent();
    const { browser } = company();
    const form = (more: object) => ({
      method: 'POST' as const,
      url: row.hosted_url!,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...paysOnPage, ...more }).toString(),
    });
    await browser.inject(form({ number: '4000000000000002' }));
    await handled();
    expect(await stateOf(house)).toEqual([{ status: 'pending', refunded: 0 }]);
    expect((await browser.inject(form({}))).statusCode).toBe(200);
    await handled();
    expect(await invoices(house)).toMatchObject([
      { status: 'paid', payment_date: '2026-03-01', card_brand: 'visa', card_last4: '4242' },
    ]);
  });

  it('are charged to the card on file without any further step; a refused card leaves them to be paid [D-48]', async () => {
    const { payments } = services();
    const plan = await addPlanThere(4_900);
    const houses = [await addHouse(plan), await addHouse(plan)];
    for (const [index, card] of ['pm_card_visa', 'pm_card_chargeCustomerFail'].entries()) {
      const customer = await payments!.createProvider(houses[index]!, `key-${index}`);
      await payments!.saveCard(customer, card, `card-${index}`);
      await db()
        .updateTable('providers')
        .set({ stripe_customer_id: customer })
        .where('id', '=', houses[index]!)
        .execute();
    }
    await bill();
    await invoice();
    await company().standIn.runDue(services().clock());
    await handled();
    expect(await invoices(houses[0]!)).toMatchObject([{ status: 'paid', payment_date: '2026-03-01' }]);
    expect(await invoices(houses[1]!)).toMatchObject([{ status: 'pending', due_date: '2026-03-15' }]);
    expect((await invoicesThere()).map((each) => each.collection_method)).toEqual([
      'charge_automatically',
      'charge_automatically',
    ]);
  });

  it('follow events that arrive twice, late and in any order [fault 15]', async () => {
    const { house, id } = await sent();
    await there('POST', `invoices/${id}/pay`, { payment_method: 'pm_card_visa', off_session: 'false' });
    await handled((all) => [...all.toReversed(), ...all]);
    await handled((all) => all);
    expect(await stateOf(house)).toEqual([{ status: 'paid', refunded: 0 }]);
    expect(await outbox()).toEqual(['provider-invoice.issued']);
  });

  it('are overdue after their due date, announced once, and not if they were paid and the event was lost [TRANS-01]', async () => {
    const plan = await addPlanThere(4_900);
    const [unpaid, paid] = [await addHouse(plan), await addHouse(plan)];
    await bill();
    await invoice();
    const [row] = await invoices(paid);
    await there('POST', `invoices/${row!.stripe_invoice_id}/pay`, { paid_out_of_band: 'true' });
    moveTo('2026-03-15');
    await invoice();
    expect(await stateOf(unpaid)).toEqual([{ status: 'pending', refunded: 0 }]);
    moveTo(pastDue);
    for (let times = 0; times < 2; times += 1) await invoice();
    expect(await stateOf(unpaid)).toEqual([{ status: 'overdue', refunded: 0 }]);
    expect(await stateOf(paid)).toEqual([{ status: 'paid', refunded: 0 }]);
    expect((await outbox()).filter((type) => type === 'provider-invoice.overdue')).toHaveLength(1);
  });

  it('that are void there are credited as a whole, and refunds made there are in our books', async () => {
    const { house, id } = await sent();
    await there('POST', `invoices/${id}/void`);
    await handled();
    expect(await stateOf(house)).toEqual([{ status: 'refunded', refunded: 58_800 }]);
  });

  it('that cannot be made do not stop the others: they are logged, and made when it is possible', async () => {
    const plan = await addPlanThere(4_900);
    const [silent, house] = [await addHouse(plan, { email: null }), await addHouse(plan)];
    await bill();
    await invoice();
    expect(await invoices(silent)).toMatchObject([{ stripe_invoice_id: null }]);
    expect(await invoices(house)).toMatchObject([{ stripe_invoice_id: expect.any(String) }]);
    expect(logged).toEqual(['An invoice of a provider could not be made at the payment company (refused).']);
    await db().updateTable('providers').set({ email: 'new@test.example' }).where('id', '=', silent).execute();
    laterBy(600);
    await invoice();
    expect(await invoices(silent)).toMatchObject([{ stripe_invoice_id: expect.any(String) }]);
  });

  it('wait, which is logged, where no payment company is connected', async () => {
    const house = await addHouse(await addPlanThere(4_900));
    await bill();
    const { payments } = services();
    test().services.payments = null;
    await invoice();
    expect(logged).toEqual(['Invoices of providers wait: there is no payment company to make them.']);
    test().services.payments = payments;
    await invoice();
    expect(await stateOf(house)).toEqual([{ status: 'pending', refunded: 0 }]);
    expect(
      await sql`select from transactions where at_company and stripe_invoice_id is null`.execute(db()),
    ).toMatchObject({
      rows: [],
    });
  });
});
