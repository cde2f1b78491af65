import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../providers/form/form.fixture.ts';
import { typedCard } from '../../../../../testing/stand-ins/payments.ts';
import { withCompany } from '../company/company.fixture.ts';
import { confirmProviderCard, getProviderPaying, saveProviderCard } from './card-operations.ts';
import { confirmProviderPayment, payProviderInvoice } from './pay-operations.ts';

describe('an invoice of a provider whose charge was refused', () => {
  const billing = withCompany();
  const { services, company, addPlan, addPlanThere, addHouse, addProvider, bill, invoice, run } = billing;
  const { handled, invoices, moveTo, pastDue, staff } = billing;

  /** Adds a provider whose first invoice was charged to a card that refuses each charge. */
  async function refusedCharge() {
    const provider_id = await addHouse(await addPlanThere(4_900));
    const { context } = await staff('provideradmin', provider_id);
    const save = async (card: Parameters<typeof typedCard>[1]) =>
      saveProviderCard.call(context, { provider_id, card_token: await typedCard(services(), card) });
    await save('failsOnCharge');
    await bill();
    await invoice();
    await company().standIn.runDue(services().clock());
    await handled();
    const [row] = await invoices(provider_id);
    const id = row!.id;
    const pay = (idempotency_key: string = randomUUID()) =>
      payProviderInvoice.call(context, { id, idempotency_key });
    const state = async () => (await invoices(provider_id))[0]!;
    const unpaid = async () => (await getProviderPaying.call(context, { provider_id })).unpaid;
    return { provider_id, id, context, save, pay, state, unpaid };
  }

  const chargesThere = async () => {
    const { host, port, secretKey } = company().standIn;
    const response = await fetch(`http://${host}:${port}/v1/invoices?limit=100`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    const { data } = (await response.json()) as { data: { amount_paid: number }[] };
    return data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  };

  it('stays unpaid with an error, and is overdue after its due date; with another card it is paid at once [D-48, TRANS-01]', async () => {
    const { id, save, pay, state, unpaid } = await refusedCharge();
    expect(await state()).toMatchObject({ status: 'pending', charge_failed: true });
    expect(await unpaid()).toEqual([
      {
        ...{ id, amount: 58_800, charge_failed: true, due_date: '2026-03-15' },
        invoice_number: (await state()).invoice_number,
      },
    ]);
    expect(await pay()).toEqual({
      ...{ status: 'declined', client_secret: null, message: 'error.payment.declined' },
    });
    await handled();
    moveTo(pastDue);
    await invoice();
    expect(await state()).toMatchObject({ status: 'overdue', charge_failed: true });
    await save('visa');
    expect(await pay()).toMatchObject({ status: 'paid' });
    expect(await state()).toMatchObject({ status: 'paid', charge_failed: false, card_last4: '4242' });
    expect(await unpaid()).toEqual([]);
    await handled((all) => all.toReversed());
    expect(await state()).toMatchObject({ status: 'paid', charge_failed: false });
  });

  it('is charged once by a double click, by two tabs, and after a lost answer [fault 14]', async () => {
    const { save, pay, state } = await refusedCharge();
    await save('visa');
    company().standIn.breakCalls(({ path }) => (path.endsWith('/confirm') ? 'lose-answer' : 'answer'));
    const key = randomUUID();
    expect(await pay(key)).toMatchObject({
      ...{ status: 'processing', message: 'error.payment.unknownResult' },
    });
    company().standIn.breakCalls(null);
    const answers = await Promise.allSettled([pay(key), pay(), pay()]);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await pay()).toMatchObject({ status: 'paid' });
    await handled();
    expect(await state()).toMatchObject({ status: 'paid' });
    expect(await chargesThere()).toBe(58_800);
  });

  it('is paid after the confirmation of the bank, and not if the bank refuses', async () => {
    const { id, provider_id, context, save, pay, state } = await refusedCharge();
    const saved = await save('asks');
    await company().decide(saved.client_secret!, 'complete');
    const client_secret = saved.client_secret!;
    await confirmProviderCard.call(context, { provider_id, client_secret });
    expect(await pay()).toMatchObject({ status: 'paid' });
    expect(await state()).toMatchObject({ status: 'paid', card_last4: '3220' });
    expect(await confirmProviderPayment.call(context, { id })).toMatchObject({ status: 'paid' });
  });

  it('waits for the bank where it asks at each payment, and is paid once the person has confirmed there', async () => {
    const { id, provider_id, context, save, pay, state } = await refusedCharge();
    const saved = await save('alwaysAsks');
    await company().decide(saved.client_secret!, 'complete');
    const client_secret = saved.client_secret!;
    await confirmProviderCard.call(context, { provider_id, client_secret });
    const confirm = () => confirmProviderPayment.call(context, { id });
    const refused = await pay();
    expect(refused).toMatchObject({ status: 'needs_action' });
    await company().decide(refused.client_secret!, 'fail');
    expect(await confirm()).toMatchObject({ status: 'declined', message: 'error.payment.bankCheckFailed' });
    expect(await state()).toMatchObject({ status: 'pending', charge_failed: true });
    const asked = await pay();
    await company().decide(asked.client_secret!, 'complete');
    expect(await confirm()).toMatchObject({ status: 'paid' });
    expect(await state()).toMatchObject({ status: 'paid' });
  });

  it('is not paid without a card, nor if it is one of our own or was credited', async () => {
    const { pay, state } = await refusedCharge();
    await services().payments!.removeCards((await state()).stripe_customer_id!);
    expect(await refusalOf(pay())).toEqual({
      ...{ code: 'invalid', fields: [{ field: 'payment', message: 'providerBilling.card.first' }] },
    });
    await services().payments!.creditInvoice(
      { invoiceId: (await state()).stripe_invoice_id!, amount: 58_800 },
      'credit-1',
    );
    await handled();
    expect(await refusalOf(pay())).toEqual({
      ...{ code: 'invalid', fields: [{ field: 'payment', message: 'error.payment.alreadyPaid' }] },
    });
    const own = await addProvider(await addPlan(1_000), '2026-03-01');
    await run('2026-03-01');
    const manager = await staff('provideradmin', own);
    const [ours] = await invoices(own);
    const call = { id: ours!.id, idempotency_key: randomUUID() };
    expect(await refusalOf(payProviderInvoice.call(manager.context, call))).toMatchObject({
      code: 'conflict',
    });
  });

  it('is paid by a manager of the provider alone [D-46, D-48]', async () => {
    const { id, provider_id, save, state } = await refusedCharge();
    await save('visa');
    const other = await refusedCharge();
    for (const [who, code] of [
      [(await staff('admin')).context, 'forbidden'],
      [(await staff('tlcadmin')).context, 'forbidden'],
      [(await staff('sysadmin')).context, 'forbidden'],
      [(await staff('providerview', provider_id)).context, 'forbidden'],
      [other.context, 'not-found'],
    ] as const)
      for (const call of [
        () => payProviderInvoice.call(who, { id, idempotency_key: randomUUID() }),
        () => confirmProviderPayment.call(who, { id }),
      ])
        expect(await refusalOf(call())).toMatchObject({ code });
    expect(await state()).toMatchObject({ status: 'pending' });
  });
});
