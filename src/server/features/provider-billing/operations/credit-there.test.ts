import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../providers/form/form.fixture.ts';
import { withCompany } from '../company/company.fixture.ts';
import { markTransactionPaid, markTransactionRefunded } from './mark-operations.ts';
import { getProviderInvoiceDocument } from './read-operations.ts';

describe('credits of invoices of the payment company', () => {
  const billing = withCompany();
  const { db, services, company, there, addPlanThere, addHouse, bill, invoice, handled } = billing;
  const { invoices, invoicesThere, staff, drifts } = billing;

  async function sent() {
    const house = await addHouse(await addPlanThere(4_900));
    await bill();
    await invoice();
    const [row] = await invoices(house);
    const { context } = await staff('admin');
    const credit = (amount: string, refunded = 0) =>
      markTransactionRefunded.call(context, { id: row!.id, amount, reason: ' Two beds less ', refunded });
    return { house, context, id: row!.id, invoiceId: row!.stripe_invoice_id!, credit };
  }
  const pay = (
    invoiceId: string,
    how: Record<string, string> = { payment_method: 'pm_card_visa', off_session: 'false' },
  ) => there('POST', `invoices/${invoiceId}/pay`, how);

  it('reduce what is left to pay before it is paid, and both books agree [D-48]', async () => {
    const { house, invoiceId, credit } = await sent();
    expect(await credit('88')).toMatchObject({ status: 'pending', refunded: 8_800 });
    expect(await invoices(house)).toMatchObject([{ refund_reason: 'Two beds less', refunded: 8_800 }]);
    expect(await invoicesThere()).toMatchObject([{ status: 'open', amount_remaining: 50_000 }]);
    await pay(invoiceId);
    await handled();
    expect(await invoices(house)).toMatchObject([{ status: 'paid', refunded: 8_800 }]);
    expect(await invoicesThere()).toMatchObject([{ amount_paid: 50_000 }]);
    expect(await drifts()).toEqual([]);
  });

  it('of all of it leave nothing to pay [D-48]', async () => {
    const { house, credit } = await sent();
    expect(await credit('588')).toMatchObject({ status: 'refunded', refunded: 58_800 });
    await handled();
    expect(await invoices(house)).toMatchObject([{ status: 'refunded', refunded: 58_800 }]);
    expect(await drifts()).toEqual([]);
  });

  it('give money back that was paid by card, in parts, and both books agree; more than was paid is refused at the field [D-48]', async () => {
    const { house, invoiceId, credit } = await sent();
    await pay(invoiceId);
    await handled();
    expect(await credit('88')).toMatchObject({ status: 'paid', refunded: 8_800 });
    await handled();
    expect(await refusalOf(credit('500.01', 8_800))).toEqual({
      code: 'invalid',
      fields: [{ field: 'amount', message: 'transactions.markRefunded.tooMuch' }],
    });
    for (const amount of ['', '0', '-5', 'ten'])
      expect(await refusalOf(credit(amount, 8_800))).toMatchObject({ fields: [{ field: 'amount' }] });
    expect(await credit('500', 8_800)).toMatchObject({ status: 'refunded', refunded: 58_800 });
    await handled();
    const { data } = await there<{ data: { amount_refunded: number }[] }>('GET', 'charges');
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([58_800]);
    expect(await invoices(house)).toMatchObject([{ status: 'refunded', refunded: 58_800 }]);
    expect(await drifts()).toEqual([]);
    const audit = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'markTransactionRefunded')
      .orderBy('seq')
      .execute();
    expect(audit.map(({ details }) => details)).toMatchObject([
      { amount: 8_800, refunded: 8_800 },
      { amount: 50_000, refunded: 58_800 },
    ]);
  });

  it('of an invoice that was paid elsewhere move no money there, and both books agree', async () => {
    const { invoiceId, credit } = await sent();
    await pay(invoiceId, { paid_out_of_band: 'true' });
    await handled();
    expect(await credit('88')).toMatchObject({ status: 'paid', refunded: 8_800 });
    expect(await there('GET', 'charges')).toMatchObject({ data: [] });
    expect(await drifts()).toEqual([]);
  });

  it('are made once, when they are pressed twice, in two tabs with other amounts, or after a lost answer [fault 14]', async () => {
    const { house, invoiceId, credit } = await sent();
    await pay(invoiceId);
    await handled();
    const two = await Promise.allSettled([credit('88'), credit('100')]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await invoices(house);
    company().standIn.breakCalls(({ path }) => (path === '/v1/credit_notes' ? 'lose-answer' : 'answer'));
    expect(await refusalOf(credit('50', row!.refunded))).toMatchObject({
      code: 'unavailable',
      fields: [{ field: 'form', message: 'transactions.refund.down' }],
    });
    company().standIn.breakCalls(null);
    expect(await refusalOf(credit('50', row!.refunded))).toMatchObject({ code: 'conflict' });
    expect(await invoices(house)).toMatchObject([{ refunded: row!.refunded + 5_000 }]);
    expect(await drifts()).toEqual([]);
  });

  it('are refused before the invoice is made there, and after a change there that our books do not know', async () => {
    const plan = await addPlanThere(4_900);
    const house = await addHouse(plan);
    await bill();
    const [waiting] = await invoices(house);
    const { context } = await staff('admin');
    const credit = { id: waiting!.id, amount: '1', reason: 'x', refunded: 0 };
    expect(await refusalOf(markTransactionRefunded.call(context, credit))).toMatchObject({
      code: 'conflict',
    });
    const paid = { id: waiting!.id, paid_on: '01/03/2026' };
    expect(await refusalOf(markTransactionPaid.call(context, paid))).toMatchObject({ code: 'conflict' });
    await invoice();
    const [made] = await invoicesThere();
    await there('POST', 'credit_notes', { invoice: made!.id, amount: '300' });
    expect(await refusalOf(markTransactionRefunded.call(context, credit))).toMatchObject({
      code: 'conflict',
    });
    expect(await invoices(house)).toMatchObject([{ refunded: 300, status: 'pending' }]);
    expect(await drifts()).toEqual([]);
  });

  it('are refused to the provider itself, to other staff, and without a payment company; nothing is credited [D-46]', async () => {
    const { house, id, credit } = await sent();
    const input = { id, amount: '1', reason: 'x', refunded: 0 };
    for (const [role, provider, code] of [
      ['provideradmin', house, 'forbidden'],
      ['providerview', house, 'forbidden'],
      ['provideradmin', await addHouse(await addPlanThere(1)), 'not-found'],
    ] as const) {
      const { context } = await staff(role, provider);
      expect(await refusalOf(markTransactionRefunded.call(context, input))).toMatchObject({ code });
    }
    const { payments } = services();
    services().payments = null;
    expect(await refusalOf(credit('1'))).toMatchObject({ code: 'unavailable' });
    services().payments = payments;
    expect((await invoicesThere()).map((each) => each.amount_remaining)).toEqual([58_800]);
  });

  it('have no PDF of the product, because the payment company makes the invoice', async () => {
    const { id, context } = await sent();
    expect(await refusalOf(getProviderInvoiceDocument.call(context, { id }))).toMatchObject({
      code: 'not-found',
    });
  });
});
