import { describe, expect, it } from 'vitest';
import { withCompany } from './company.fixture.ts';

describe('the books of invoices of providers, compared with the payment company', () => {
  const billing = withCompany();
  const { db, there, addPlanThere, addHouse, bill, invoice, invoices, drifts, laterBy } = billing;

  async function sent() {
    const house = await addHouse(await addPlanThere(4_900));
    await bill();
    await invoice();
    const [row] = await invoices(house);
    return { house, row: row!, invoiceId: row!.stripe_invoice_id! };
  }
  const change = (id: string, values: Record<string, unknown>) =>
    db().updateTable('transactions').set(values).where('id', '=', id).execute();
  const rows = () =>
    db()
      .selectFrom('payment_drifts')
      .select(['kind', 'object_id', 'here', 'there', 'mended_at'])
      .orderBy('found_at')
      .execute();

  it('are equal for an unpaid and a paid invoice', async () => {
    const { invoiceId } = await sent();
    await billing.handled();
    expect(await drifts()).toEqual([]);
    await there('POST', `invoices/${invoiceId}/pay`, {
      payment_method: 'pm_card_visa',
      off_session: 'false',
    });
    await billing.handled();
    expect(await drifts()).toEqual([]);
  });

  it('name an invoice that is missing here, and restore it [fault 14]', async () => {
    const { house, row, invoiceId } = await sent();
    await db().deleteFrom('transactions').where('id', '=', row.id).execute();
    expect(await drifts()).toEqual([`payment-not-here ${invoiceId}`]);
    expect(await rows()).toMatchObject([
      { kind: 'payment-not-here', object_id: invoiceId, here: null, there: 'open', mended_at: null },
    ]);
    expect(await drifts(true)).toEqual([`payment-not-here ${invoiceId} mended`]);
    const [restored] = await invoices(house);
    const { created_at: _, company_tried_at: __, ...same } = row;
    expect(restored).toMatchObject(same);
    expect(await drifts()).toEqual([]);
  });

  it('name an invoice that was made there while its answer was lost, and one that waits to be made [fault 14]', async () => {
    const { row, invoiceId } = await sent();
    await change(row.id, { stripe_invoice_id: null, invoice_number: null });
    const expected = [`payment-not-here ${invoiceId}`, `payment-not-there ${row.id}`];
    expect(await drifts()).toEqual(expected);
    expect(await drifts(true)).toContain(`payment-not-here ${invoiceId} mended`);
    expect(await drifts()).toEqual([]);
    const house = await addHouse(await addPlanThere(100));
    await bill();
    const [waiting] = await invoices(house);
    expect(await drifts(true)).toEqual([`payment-not-there ${waiting!.id}`]);
    laterBy(600);
    await invoice();
    expect(await drifts()).toEqual([]);
  });

  it('name an invoice that does not exist there', async () => {
    const { row } = await sent();
    await db()
      .insertInto('transactions')
      .values({
        ...{ provider_id: row.provider_id, amount: 1, status: 'pending', at_company: true },
        ...{ stripe_invoice_id: 'in_unknown', invoice_date: '2026-03-01' },
      })
      .execute();
    expect(await drifts()).toEqual(['payment-not-there in_unknown']);
  });

  it('name an amount and a refund that differ, and take those of the payment company [fault 14]', async () => {
    const { house, row, invoiceId } = await sent();
    await change(row.id, { amount: 60_000, refunded: 100 });
    expect(await drifts()).toEqual([`payment-amount ${invoiceId}`, `payment-refund ${invoiceId}`]);
    await change(row.id, { refunded: 0 });
    expect(await drifts(true)).toEqual([`payment-amount ${invoiceId} mended`]);
    await there('POST', 'credit_notes', { invoice: invoiceId, amount: '300' });
    expect(await drifts()).toEqual([`payment-refund ${invoiceId}`]);
    expect(await drifts(true)).toEqual([`payment-refund ${invoiceId} mended`]);
    expect(await invoices(house)).toMatchObject([{ amount: 58_800, refunded: 300 }]);
  });

  it('name an invoice that is void there, and credit it [fault 14]', async () => {
    const { house, invoiceId } = await sent();
    await there('POST', `invoices/${invoiceId}/void`);
    expect(await drifts()).toEqual([`payment-state ${invoiceId}`]);
    expect(await rows()).toMatchObject([{ kind: 'payment-state', here: 'pending', there: 'void' }]);
    expect(await drifts(true)).toEqual([`payment-state ${invoiceId} mended`]);
    expect(await invoices(house)).toMatchObject([{ status: 'refunded', refunded: 58_800 }]);
    expect(await drifts()).toEqual([]);
  });

  it('name an invoice that was paid elsewhere, and mark it as paid [fault 14]', async () => {
    const { house, invoiceId } = await sent();
    await there('POST', `invoices/${invoiceId}/pay`, { paid_out_of_band: 'true' });
    expect(await drifts()).toEqual([`payment-state ${invoiceId}`]);
    expect(await drifts(true)).toEqual([`payment-state ${invoiceId} mended`]);
    expect(await invoices(house)).toMatchObject([{ status: 'paid', payment_date: '2026-03-01' }]);
    expect(await drifts()).toEqual([]);
  });
});
