import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../providers/form/form.fixture.ts';
import { withBilling } from '../provider-billing.fixture.ts';
import { markTransactionPaid, markTransactionRefunded } from './mark-operations.ts';
import { getProviderBilling, getProviderInvoiceDocument } from './read-operations.ts';

describe('invoices of providers, by hand', () => {
  const { db, addPlan, addProvider, run, invoices, staff } = withBilling();

  async function invoiced() {
    const providerId = await addProvider(await addPlan(4_900), '2026-03-01');
    await run('2026-03-01');
    const [invoice] = await invoices(providerId);
    return { providerId, id: invoice!.id };
  }

  it('are marked as paid by an administrator, with the day and the reference of the transfer [D-48]', async () => {
    const { providerId, id } = await invoiced();
    const { context } = await staff('admin');
    const paid = { id, paid_on: '09/03/2026', reference: ' WAT-2026-0001 ' };
    expect(await markTransactionPaid.call(context, paid)).toMatchObject({
      status: 'paid',
      payment_date: '2026-03-09',
    });
    // Pressed twice, or in another tab.
    await markTransactionPaid.call(context, { ...paid, paid_on: '10/03/2026' });
    expect(await invoices(providerId)).toMatchObject([
      { status: 'paid', payment_date: '2026-03-09', payment_reference: 'WAT-2026-0001' },
    ]);
    const audit = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'markTransactionPaid')
      .execute();
    expect(audit[0]!.details).toMatchObject({
      transaction_id: id,
      amount: 58_800,
      payment_date: '2026-03-09',
    });
  });

  it.each([
    [{ paid_on: '' }, 'paid_on', 'field.date.required'],
    [{ paid_on: '31/02/2026' }, 'paid_on', 'field.date.notReal'],
    [{ paid_on: '01/01/2099' }, 'paid_on', 'transactions.markPaid.future'],
    [{ reference: 'x'.repeat(201) }, 'reference', 'field.tooLong'],
  ])('are not marked as paid with %j', async (changes, field, message) => {
    const { providerId, id } = await invoiced();
    const { context } = await staff('admin');
    const call = markTransactionPaid.call(context, { id, paid_on: '09/03/2026', ...changes });
    expect(await refusalOf(call)).toEqual({ code: 'invalid', fields: [{ field, message }] });
    expect(await invoices(providerId)).toMatchObject([{ status: 'pending', payment_date: null }]);
  });

  it('are refunded in parts with a reason, never more than was charged and never twice by a repeated call [TRANS-01] [D-48]', async () => {
    const { providerId, id } = await invoiced();
    const { context } = await staff('tlcadmin');
    await markTransactionPaid.call(context, { id, paid_on: '09/03/2026' });
    const part = { id, amount: '88', reason: 'Two beds were closed', refunded: 0 };
    expect(await markTransactionRefunded.call(context, part)).toMatchObject({
      status: 'paid',
      refunded: 8_800,
    });
    expect(await refusalOf(markTransactionRefunded.call(context, part))).toMatchObject({ code: 'conflict' });
    const rest = { ...part, amount: '500.01', refunded: 8_800 };
    expect(await refusalOf(markTransactionRefunded.call(context, rest))).toEqual({
      code: 'invalid',
      fields: [{ field: 'amount', message: 'transactions.markRefunded.tooMuch' }],
    });
    for (const amount of ['', '0', '-5', '1.005', 'ten'])
      expect(await refusalOf(markTransactionRefunded.call(context, { ...rest, amount }))).toMatchObject({
        fields: [{ field: 'amount', message: 'field.money' }],
      });
    expect(
      await refusalOf(markTransactionRefunded.call(context, { ...rest, amount: '1', reason: ' ' })),
    ).toMatchObject({
      fields: [{ field: 'reason', message: 'field.required' }],
    });
    await markTransactionRefunded.call(context, { ...rest, amount: '500' });
    expect(await invoices(providerId)).toMatchObject([
      { status: 'refunded', refunded: 58_800, refund_reason: 'Two beds were closed' },
    ]);
    expect(await refusalOf(markTransactionPaid.call(context, { id, paid_on: '09/03/2026' }))).toMatchObject({
      code: 'conflict',
    });
  });

  it('of the payment company are not changed by hand [D-48]', async () => {
    const { id } = await invoiced();
    await db().updateTable('transactions').set({ stripe_invoice_id: 'in_1' }).where('id', '=', id).execute();
    const { context } = await staff('admin');
    expect(await refusalOf(markTransactionPaid.call(context, { id, paid_on: '09/03/2026' }))).toMatchObject({
      code: 'conflict',
    });
  });

  it('are read by managers of the provider, not by readers, and changed only by the platform [D-46]', async () => {
    const { providerId, id } = await invoiced();
    const manager = await staff('provideradmin', providerId);
    const reader = await staff('providerview', providerId);
    const elsewhere = await staff('provideradmin', await addProvider(await addPlan(1), '2030-01-01'));
    expect(await getProviderBilling.call(manager.context, { id: providerId })).toMatchObject({
      plan_name: 'Beds',
      unit: 'beds',
      count: 12,
      price: 4_900,
      fee: 58_800,
      next_billing_date: '2027-03-01',
    });
    const paid = { id, paid_on: '09/03/2026' };
    for (const [who, code] of [
      [reader, 'forbidden'],
      [elsewhere, 'not-found'],
    ] as const) {
      expect(await refusalOf(getProviderBilling.call(who.context, { id: providerId }))).toMatchObject({
        code,
      });
      expect(await refusalOf(getProviderInvoiceDocument.call(who.context, { id }))).toMatchObject({ code });
    }
    expect(await refusalOf(markTransactionPaid.call(manager.context, paid))).toMatchObject({
      code: 'forbidden',
    });
    expect(await invoices(providerId)).toMatchObject([{ status: 'pending' }]);
  });

  it('are papers with the number, the line that says how many, and how to pay [D-48] [GAP-107]', async () => {
    const { providerId, id } = await invoiced();
    const manager = await staff('provideradmin', providerId);
    const read = await getProviderInvoiceDocument.call(manager.context, { id });
    expect(read.fileName).toBe('Wattle_invoice_WAT-2026-0001.pdf');
    const [sheet] = read.document.sheets;
    expect(sheet!.to.lines).toEqual(['Banksia House']);
    expect(sheet!.rows).toEqual([
      { what: 'Beds, 12 beds', quantity: '12', unitPrice: '$49.00', amount: '$588.00' },
    ]);
    expect(sheet!.facts).toContainEqual({ label: 'Due date', value: '15 March 2026' });
    expect(sheet!.notes[0]).toBe('How to pay');
  });

  it('show what is left to pay after a credit, in the paper and in the sums of the provider', async () => {
    const { providerId, id } = await invoiced();
    const { context } = await staff('admin');
    await markTransactionRefunded.call(context, { id, amount: '88', reason: 'Two beds less', refunded: 0 });
    const sumsOf = async () => {
      const { document } = await getProviderInvoiceDocument.call(context, { id });
      return [document.sheets[0]!.sums, document.sheets[0]!.notes] as const;
    };
    const [sums, notes] = await sumsOf();
    expect(sums).toContainEqual({ label: 'Still to pay', value: '$500.00', strong: true });
    expect(notes[0]).toBe('How to pay');
    const { due, overdue } = await getProviderBilling.call(context, { id: providerId });
    expect(due + overdue).toBe(50_000);
    await markTransactionRefunded.call(context, { id, amount: '500', reason: 'Closed', refunded: 8_800 });
    const [nothing, without] = await sumsOf();
    expect(nothing).toContainEqual({ label: 'Still to pay', value: '$0.00', strong: true });
    expect(without).not.toContain('How to pay');
  });

  it('of a plan without a term are followed by none', async () => {
    const { providerId } = await invoiced();
    await db().updateTable('subscriptions').set({ duration: null }).where('name', '=', 'Beds').execute();
    await db()
      .updateTable('providers')
      .set({ billed_subscription_id: null, billing_anchor: null, next_billing_date: null })
      .where('id', '=', providerId)
      .execute();
    await db().deleteFrom('transactions').where('provider_id', '=', providerId).execute();
    const { context } = await staff('admin');
    const next = async () => (await getProviderBilling.call(context, { id: providerId })).next_billing_date;
    expect(await next()).toBe('2026-03-01');
    await run('2026-03-01');
    expect(await next()).toBeNull();
  });
});

describe('the paper of an invoice of a provider', () => {
  const { addPlan, addProvider, run, invoices, staff } = withBilling({
    BANK_DETAILS: 'BSB 000-000, account 12345678',
  });

  it('names the account for the transfer and the number of the invoice as its reference [D-48]', async () => {
    const providerId = await addProvider(await addPlan(4_900), '2026-03-01');
    await run('2026-03-01');
    const [invoice] = await invoices(providerId);
    const { context } = await staff('provideradmin', providerId);
    const { document } = await getProviderInvoiceDocument.call(context, { id: invoice!.id });
    expect(document.sheets[0]!.notes.slice(0, 2)).toEqual([
      'How to pay',
      'Transfer the amount to BSB 000-000, account 12345678, with the invoice number WAT-2026-0001 as the reference.',
    ]);
  });
});
