import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { refusalOf } from '../../providers/form/form.fixture.ts';
import { typedCard } from '../../../../../testing/stand-ins/payments.ts';
import { endCustomerThere } from '../../billing/company/leaving.ts';
import { deleteProvider } from '../../providers/structure/delete-operation.ts';
import { withCompany } from '../company/company.fixture.ts';
import {
  confirmProviderCard,
  getProviderPaying,
  removeProviderCard,
  saveProviderCard,
} from './card-operations.ts';

describe('the card of a provider', () => {
  const billing = withCompany();
  const { db, services, company, there, addPlan, addPlanThere, addHouse, bill, invoice } = billing;
  const { handled, invoices, invoicesThere, logged, staff } = billing;

  /** Adds a provider whose plan is billed at the payment company, with a manager. */
  async function house() {
    const provider_id = await addHouse(await addPlanThere(4_900));
    const { userId, context } = await staff('provideradmin', provider_id);
    const save = async (card: Parameters<typeof typedCard>[1]) =>
      saveProviderCard.call(context, {
        ...{ provider_id, card_token: await typedCard(services(), card) },
        idempotency_key: randomUUID(),
      });
    const shown = async () => (await getProviderPaying.call(context, { provider_id })).card;
    return { provider_id, userId, context, save, shown };
  }

  const customerOf = async (id: string) =>
    (await db().selectFrom('providers').select('stripe_customer_id').where('id', '=', id).executeTakeFirst())
      ?.stripe_customer_id ?? '';

  it('is saved, replaced and removed by its manager, and only brand, last digits and expiry are stored [D-48]', async () => {
    const { provider_id, userId, context, save, shown } = await house();
    expect(await getProviderPaying.call(context, { provider_id })).toMatchObject({
      ...{ charged: true, card: null, may_pay: true, disabled: false, stand_in: true, unpaid: [] },
    });
    expect(await save('visa')).toEqual({ status: 'paid', client_secret: null, message: null });
    expect(await shown()).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });
    expect(await db().selectFrom('provider_cards').selectAll().execute()).toEqual([
      {
        ...{ provider_id, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
        ...{ updated_at: expect.any(Date), added_by: userId, added_at: services().clock() },
      },
    ]);
    await save('mastercard');
    expect(await shown()).toMatchObject({ brand: 'mastercard', last4: '4444' });
    const kept = await there<{ data: unknown[] }>(
      'GET',
      `customers/${await customerOf(provider_id)}/payment_methods`,
    );
    expect(kept.data).toHaveLength(1);
    expect(await removeProviderCard.call(context, { provider_id })).toMatchObject({ status: 'paid' });
    expect(await shown()).toBeNull();
    expect(await services().payments!.cardOf(await customerOf(provider_id))).toBeNull();
  });

  it('is charged for the invoice of the nightly run; after its removal, the invoice is sent with a due date [D-48]', async () => {
    const first = await house();
    const second = await house();
    await first.save('visa');
    await second.save('visa');
    await removeProviderCard.call(second.context, { provider_id: second.provider_id });
    await bill();
    await invoice();
    await company().standIn.runDue(services().clock());
    await handled();
    expect(await invoices(first.provider_id)).toMatchObject([
      { status: 'paid', payment_date: '2026-03-01', card_brand: 'visa', card_last4: '4242' },
    ]);
    expect(await invoices(second.provider_id)).toMatchObject([
      { status: 'pending', due_date: '2026-03-15', charge_failed: false },
    ]);
    expect(logged).toEqual([]);
  });

  it('is saved after the confirmation of the bank, and not if the bank refuses it', async () => {
    const { provider_id, context, save, shown } = await house();
    const confirm = (client_secret: string) =>
      confirmProviderCard.call(context, { provider_id, client_secret });
    const refused = await save('asks');
    expect(refused).toMatchObject({ status: 'needs_action', client_secret: expect.stringMatching(/^seti_/) });
    await company().decide(refused.client_secret!, 'fail');
    expect(await confirm(refused.client_secret!)).toMatchObject({
      ...{ status: 'declined', message: 'error.payment.bankCheckFailed' },
    });
    expect(await shown()).toBeNull();
    const asked = await save('asks');
    await company().decide(asked.client_secret!, 'complete');
    expect(await confirm(asked.client_secret!)).toMatchObject({ status: 'paid' });
    expect(await shown()).toMatchObject({ last4: '3220' });
    const other = await house();
    await other.save('visa');
    const stolen = { provider_id: other.provider_id, client_secret: asked.client_secret! };
    expect(await confirmProviderCard.call(other.context, stolen)).toMatchObject({ status: 'declined' });
  });

  it('is shown and charged if the bank confirmed it after its page was closed', async () => {
    const { provider_id, save, shown } = await house();
    const { client_secret } = await save('asks');
    await company().decide(client_secret!, 'complete');
    await handled();
    expect(await shown()).toMatchObject({ last4: '3220' });
    await bill();
    await invoice();
    expect((await invoicesThere())[0]).toMatchObject({ collection_method: 'charge_automatically' });
    await company().standIn.runDue(services().clock());
    await handled();
    expect(await invoices(provider_id)).toMatchObject([{ status: 'paid', card_last4: '3220' }]);
  });

  it.each([
    ['declined', 'error.payment.declined'],
    ['insufficient', 'error.payment.insufficient'],
    ['expired', 'error.payment.expiredCard'],
    ['cvc', 'error.payment.cvcWrong'],
  ] as const)('is not replaced by a card that is refused as %s, with the reason', async (card, message) => {
    const { save, shown } = await house();
    await save('visa');
    expect(await save(card)).toEqual({ status: 'declined', client_secret: null, message });
    expect(await shown()).toMatchObject({ last4: '4242' });
  });

  it('is not one of an unsupported brand, an unknown one, or one of another provider [PAY-17]', async () => {
    const { provider_id, context, save, shown } = await house();
    expect(await refusalOf(save('discover'))).toEqual({
      ...{ code: 'invalid', fields: [{ field: 'card_token', message: 'error.payment.cardBrand' }] },
    });
    const other = await house();
    const card_token = await typedCard(services());
    await saveProviderCard.call(other.context, { provider_id: other.provider_id, card_token });
    for (const token of ['pm_unknown', card_token])
      expect(await refusalOf(saveProviderCard.call(context, { provider_id, card_token: token }))).toEqual({
        ...{ code: 'invalid', fields: [{ field: 'card_token', message: 'error.payment.cardSaveFailed' }] },
      });
    expect(await shown()).toBeNull();
  });

  it('is saved once by a double click, and one of two tabs wins', async () => {
    const { provider_id, context, shown } = await house();
    const twice = {
      ...{ provider_id, card_token: await typedCard(services()), idempotency_key: randomUUID() },
    };
    await Promise.allSettled([saveProviderCard.call(context, twice), saveProviderCard.call(context, twice)]);
    expect(await shown()).toMatchObject({ last4: '4242' });
    const tabs = [await typedCard(services(), 'amex'), await typedCard(services(), 'jcb')];
    await Promise.allSettled(
      tabs.map((card_token) =>
        saveProviderCard.call(context, { provider_id, card_token, idempotency_key: randomUUID() }),
      ),
    );
    await handled();
    const customer = await customerOf(provider_id);
    const kept = await there<{ data: { card: { last4: string } }[] }>(
      'GET',
      `customers/${customer}/payment_methods`,
    );
    const last4 = (await shown())?.last4;
    expect(kept.data.map(({ card }) => card.last4)).toContain(last4);
    expect(await services().payments!.cardOf(customer)).toMatchObject({ last4 });
  });

  it('stays as it was while the payment company does not answer [fault 14]', async () => {
    const { provider_id, context, save, shown } = await house();
    await save('visa');
    const card_token = await typedCard(services(), 'amex');
    company().standIn.breakCalls(() => 'lose-request');
    const down = {
      ...{ code: 'unavailable', fields: [{ field: 'payment', message: 'error.payment.providerDown' }] },
    };
    expect(await refusalOf(saveProviderCard.call(context, { provider_id, card_token }))).toMatchObject(down);
    expect(await refusalOf(removeProviderCard.call(context, { provider_id }))).toMatchObject(down);
    expect(await getProviderPaying.call(context, { provider_id })).toMatchObject({
      ...{ provider_down: true, card: { last4: '4242' } },
    });
    company().standIn.breakCalls(null);
    await saveProviderCard.call(context, { provider_id, card_token });
    expect(await shown()).toMatchObject({ last4: '0005' });
  });

  it('is changed by a manager of the provider alone, and read by the platform and managers above [D-46, D-48]', async () => {
    const { provider_id, context, save } = await house();
    await save('visa');
    const above = await provider(services(), 'Above');
    await db()
      .updateTable('providers')
      .set({ parent_id: above, path: [above, provider_id] })
      .where('id', '=', provider_id)
      .execute();
    const card_token = await typedCard(services(), 'amex');
    const other = await house();
    for (const [who, changes, reads] of [
      [(await staff('admin')).context, 'forbidden', true],
      [(await staff('tlcadmin')).context, 'forbidden', true],
      [(await staff('sysadmin')).context, 'forbidden', true],
      [(await staff('provideradmin', above)).context, 'forbidden', true],
      [(await staff('providerview', provider_id)).context, 'forbidden', false],
      [other.context, 'not-found', false],
    ] as const) {
      for (const call of [
        () => saveProviderCard.call(who, { provider_id, card_token }),
        () => removeProviderCard.call(who, { provider_id }),
        () => confirmProviderCard.call(who, { provider_id, client_secret: 'seti_1_secret_2' }),
      ])
        expect(await refusalOf(call())).toMatchObject({ code: changes });
      const read = getProviderPaying.call(who, { provider_id });
      if (reads) expect(await read).toMatchObject({ may_pay: false, card: { last4: '4242' } });
      else expect(await refusalOf(read)).toMatchObject({ code: changes });
    }
    expect(await getProviderPaying.call(context, { provider_id })).toMatchObject({ card: { last4: '4242' } });
  });

  it('is not taken for a plan that is billed with our own invoices, nor while payment is off [PAY-18]', async () => {
    const provider_id = await addHouse(await addPlan(4_900));
    const { context } = await staff('provideradmin', provider_id);
    const card_token = await typedCard(services());
    const save = () => refusalOf(saveProviderCard.call(context, { provider_id, card_token }));
    expect(await getProviderPaying.call(context, { provider_id })).toMatchObject({ charged: false });
    expect(await save()).toMatchObject({ code: 'conflict' });
    const { config } = services();
    services().config = { ...config, payments: { ...config.payments, disabled: true } };
    expect(await save()).toMatchObject({ code: 'forbidden', fields: [{ field: 'payment' }] });
    expect(await getProviderPaying.call(context, { provider_id })).toMatchObject({
      ...{ disabled: true, publishable_key: null },
    });
  });

  it('is tried twenty times in an hour for a provider, by however many managers, so that stolen numbers cannot be tested', async () => {
    const { provider_id, context } = await house();
    const second = await staff('provideradmin', provider_id);
    const card_token = await typedCard(services(), 'declined');
    let tried = 0;
    for (; tried < 30; tried += 1) {
      const who = tried % 2 === 0 ? context : second.context;
      const call = saveProviderCard.call(who, { provider_id, card_token, idempotency_key: randomUUID() });
      if (
        await call.then(
          () => false,
          () => true,
        )
      )
        break;
    }
    expect(tried).toBe(20);
  });

  it('is removed at the payment company when its provider is deleted, whose invoices stay owed', async () => {
    const { provider_id, context, save } = await house();
    await bill();
    await invoice();
    await save('visa');
    const customer = await customerOf(provider_id);
    const [row] = await invoices(provider_id);
    await db().deleteFrom('users').where('provider_id', '=', provider_id).execute();
    const admin = await staff('admin');
    await deleteProvider.call(admin.context, { provider_id });
    const left = await db().selectFrom('payment_customers_leaving').select('stripe_customer_id').execute();
    expect(left).toEqual([{ stripe_customer_id: customer }]);
    for (let times = 0; times < 2; times += 1) await endCustomerThere(services(), customer);
    expect(await services().payments!.cardOf(customer)).toBeNull();
    expect(await services().payments!.findInvoice(row!.stripe_invoice_id!)).toMatchObject({ status: 'open' });
    expect(await db().selectFrom('provider_cards').selectAll().execute()).toEqual([]);
    expect(await refusalOf(getProviderPaying.call(context, { provider_id }))).toMatchObject({
      code: 'not-found',
    });
  });

  it('is in the audit trail with the ids of provider and manager, without digits of the card', async () => {
    const { provider_id, context, save } = await house();
    await save('visa');
    await removeProviderCard.call(context, { provider_id });
    const rows = await db()
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('action', 'in', ['saveProviderCard', 'removeProviderCard'])
      .orderBy('seq')
      .execute();
    expect(rows).toMatchObject([
      { action: 'saveProviderCard', details: { provider_id, outcome: 'paid' } },
      { action: 'removeProviderCard', details: { provider_id, outcome: 'paid', removed: true } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('4242');
  });
});
