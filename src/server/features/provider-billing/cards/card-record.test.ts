import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { typedCard } from '../../../../../testing/stand-ins/payments.ts';
import { settleCard } from '../../billing/cards.ts';
import { refusalOf } from '../../providers/form/form.fixture.ts';
import { withCompany } from '../company/company.fixture.ts';
import { removeProviderCard, saveProviderCard } from './card-operations.ts';
import { getProviderCardRecord } from './card-record.ts';

describe('the card of a provider, as the platform sees it', () => {
  const billing = withCompany();
  const { db, services, company, addPlanThere, addHouse, bill, invoice, handled, invoices } = billing;
  const { laterBy, moveTo, staff } = billing;

  type Card = Parameters<typeof typedCard>[1];

  const customerOf = async (id: string) =>
    (
      await db()
        .selectFrom('providers')
        .select('stripe_customer_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stripe_customer_id!;

  async function house() {
    const provider_id = await addHouse(await addPlanThere(4_900));
    const manager = await staff('provideradmin', provider_id);
    await db()
      .updateTable('users')
      .set({ first_name: 'Priya', last_name: 'Nair' })
      .where('id', '=', manager.userId)
      .execute();
    const save = async (card: Card, { context } = manager) =>
      saveProviderCard.call(context, { provider_id, card_token: await typedCard(services(), card) });
    const { context } = await staff('admin');
    const record = () => getProviderCardRecord.call(context, { provider_id });
    const charged = async () => {
      await company().standIn.runDue(services().clock());
      await handled();
    };
    return { provider_id, manager, save, record, charged };
  }

  it('has brand, last digits, expiry, who added it and when, and the fee of the next term [D-48]', async () => {
    const { provider_id, manager, save, record } = await house();
    const empty = await record();
    expect(empty).toMatchObject({ id: provider_id, at_company: true, fee: 58_800, card: null });
    expect(empty).toMatchObject({ added_by: null, added_on: null, last_charge: null });
    await save('visa');
    const shown = await record();
    expect(shown).toMatchObject({
      ...{ name: 'Banksia House', plan_name: 'Beds', next_billing_date: '2026-03-01' },
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
      ...{ added_by: 'Priya Nair', added_on: '2026-03-01' },
    });
    await removeProviderCard.call(manager.context, { provider_id });
    expect(await record()).toMatchObject({ card: null, added_by: null, added_on: null });
  });

  it('was added by the manager who typed it, also if the bank confirmed it after its page was closed [D-48]', async () => {
    const { provider_id, save, record } = await house();
    const second = await staff('provideradmin', provider_id);
    await db()
      .updateTable('users')
      .set({ first_name: 'Tom', last_name: 'Ng' })
      .where('id', '=', second.userId)
      .execute();
    const { client_secret } = await save('asks', second);
    expect(await record()).toMatchObject({ card: null, added_by: null });
    await handled();
    moveTo('2026-03-04');
    await company().decide(client_secret!, 'complete');
    await handled();
    const expected = { card: { last4: '3220' }, added_by: 'Tom Ng', added_on: '2026-03-01' };
    expect(await record()).toMatchObject(expected);
    // The bank may confirm a card again long after the try was deleted.
    await db().deleteFrom('provider_card_tries').execute();
    await settleCard(services(), await customerOf(provider_id));
    expect(await record()).toMatchObject(expected);
    await db().deleteFrom('users').where('id', '=', second.userId).execute();
    expect(await record()).toMatchObject({ card: { last4: '3220' }, added_by: null });
  });

  it('has no manager if the payment company has another one', async () => {
    const { provider_id, save, record } = await house();
    await save('visa');
    await services().payments!.saveCard(
      await customerOf(provider_id),
      await typedCard(services(), 'amex'),
      randomUUID(),
    );
    await handled();
    expect(await record()).toMatchObject({ card: { brand: 'amex' }, added_by: null, added_on: null });
  });

  it('deletes tries after a month', async () => {
    const { save } = await house();
    await save('declined');
    moveTo('2026-04-02');
    await save('visa');
    expect(await db().selectFrom('provider_card_tries').selectAll().execute()).toHaveLength(1);
  });

  it('has the last charge: refused with its reason and the next attempt, then paid [D-48, TRANS-01]', async () => {
    const { provider_id, save, record, charged } = await house();
    await save('failsOnCharge');
    await bill();
    await invoice();
    await charged();
    const invoice_number = (await invoices(provider_id))[0]!.invoice_number;
    expect((await record()).last_charge).toEqual({
      ...{ on: '2026-03-01', amount: 58_800, invoice_number, brand: 'visa', last4: '0341' },
      ...{ refusal: 'declined', next_try_on: '2026-03-04' },
    });
    expect((await record()).next_billing_date).toBe('2027-03-01');
    await save('mastercard');
    await handled();
    moveTo('2026-03-04');
    await charged();
    expect((await record()).last_charge).toEqual({
      ...{ on: '2026-03-04', amount: 58_800, invoice_number, brand: 'mastercard', last4: '4444' },
      ...{ refusal: null, next_try_on: null },
    });
  });

  it('has the payment as the last charge if the invoice was refused and paid on the same day', async () => {
    const { provider_id, save, record, charged } = await house();
    await save('failsOnCharge');
    await bill();
    await invoice();
    await charged();
    laterBy(600);
    const [row] = await invoices(provider_id);
    await services().payments!.pay(
      {
        ...{ customerId: row!.stripe_customer_id!, invoiceId: row!.stripe_invoice_id! },
        paymentMethodId: await typedCard(services(), 'visa'),
      },
      randomUUID(),
    );
    await handled();
    expect((await record()).last_charge).toMatchObject({ on: '2026-03-01', refusal: null, last4: '4242' });
  });

  it('is read by the platform alone; an unknown provider is not found [D-46, D-48]', async () => {
    const { provider_id, manager, save } = await house();
    await save('visa');
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const) {
      const { context } = await staff(role);
      expect(await getProviderCardRecord.call(context, { provider_id })).toMatchObject({
        card: { last4: '4242' },
      });
      expect(
        await refusalOf(getProviderCardRecord.call(context, { provider_id: randomUUID() })),
      ).toMatchObject({ code: 'not-found' });
    }
    const other = await house();
    for (const who of [manager, other.manager, await staff('providerview', provider_id)])
      expect(await refusalOf(getProviderCardRecord.call(who.context, { provider_id }))).toMatchObject({
        code: 'forbidden',
      });
  });
});
