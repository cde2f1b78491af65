import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { isoOfDate, melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import { markPaidForm, markRefundedForm } from '../../../../domain/inputs/organisation/payment-marks.ts';
import { readDollars } from '../../../../domain/inputs/organisation/provider-fee.ts';
import { readForm } from '../../../../domain/inputs/form.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { creditThere } from './credit-there.ts';
import { providerOfInvoice } from './subject.ts';

const id = z.string().check(z.uuid());
const typed = z.string().check(z.maxLength(1_000));

/** An invoice after a change by hand. */
export type MarkedInvoice = {
  id: string;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  payment_date: IsoDate | null;
  refunded: number;
};

const columns = ['id', 'status', 'payment_date', 'refunded'] as const;

/**
 * Loads and locks an invoice of a provider. An invoice of the payment company is refused, because its state comes from there
 * (D-48). @throws AppError `conflict`
 */
async function lockInvoice(tx: Tx, invoiceId: string) {
  const row = await tx
    .selectFrom('transactions')
    .select([...columns, 'amount', 'at_company', 'stripe_invoice_id'])
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.at_company || row.stripe_invoice_id !== null)
    throw new AppError('conflict', { details: { status: row.status } });
  return row;
}

/** Reads a form. @throws AppError `invalid` at the fields */
function valueOf<Value>(result: ReturnType<typeof readForm<Value>>): Value {
  if (!result.ok) throw new AppError('invalid', { fields: result.fields });
  return result.value;
}

/**
 * Records that a provider paid an invoice by bank transfer, on `paid_on` (DD/MM/YYYY), with an optional reference. Repeating it
 * changes nothing. @throws AppError `invalid` at the fields; `conflict` if it was refunded
 */
export const markTransactionPaid = operation({
  name: 'markTransactionPaid',
  kind: 'write',
  input: z.strictObject({ id, paid_on: typed, reference: z.optional(z.nullable(typed)) }),
  access: { action: 'provider.bill', subject: providerOfInvoice },
  async run({ input, subject, tx, now, auditDetails }): Promise<MarkedInvoice> {
    const { paid_on, reference } = input;
    const typedValues = { paid_on, reference: reference ?? '' };
    const value = valueOf(readForm(markPaidForm(melbourneDate(now)), typedValues));
    const payment_date = isoOfDate(value.paid_on)!;
    const { amount, stripe_invoice_id: _, at_company: __, ...before } = await lockInvoice(tx, input.id);
    if (before.status === 'refunded') throw new AppError('conflict', { details: { status: 'refunded' } });
    if (before.status === 'paid') return before;
    auditDetails({
      provider_id: subject.providerId,
      transaction_id: input.id,
      amount,
      payment_date,
    });
    return tx
      .updateTable('transactions')
      .set({ status: 'paid', payment_date, payment_reference: value.reference || null })
      .where('id', '=', input.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  },
});

/** Stores why an invoice of the payment company was credited, which its books do not say. */
const noteReason = (tx: Tx, id: string, reason: string): Promise<MarkedInvoice> =>
  tx
    .updateTable('transactions')
    .set({ refund_reason: reason })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/**
 * Records a refund of a paid invoice of a provider, or a credit on an unpaid one, with its reason. It moves no money, except for
 * an invoice of the payment company, which is refunded or credited there first (D-48). `refunded` is what the caller saw as
 * refunded before, so that a repeated call refunds nothing twice.
 * @throws AppError `invalid` at the fields; `conflict` with `details.refunded` if another refund was recorded meanwhile;
 * `unavailable` if the payment company does not answer
 */
export const markTransactionRefunded = operation({
  name: 'markTransactionRefunded',
  kind: 'write',
  input: z.strictObject({ id, amount: typed, reason: typed, refunded: z.int().check(z.minimum(0)) }),
  access: { action: 'provider.bill', subject: providerOfInvoice },
  prepare: { run: ({ input, services }) => creditThere(services, input) },
  async run({ input, prepared: credited, subject, tx, now, auditDetails }): Promise<MarkedInvoice> {
    if (credited !== null) {
      const marked = await noteReason(tx, input.id, input.reason.trim());
      const { refunded: sum } = marked;
      auditDetails({
        ...{ provider_id: subject.providerId, transaction_id: input.id, amount: credited, refunded: sum },
      });
      return marked;
    }
    const before = await lockInvoice(tx, input.id);
    if (before.refunded !== input.refunded)
      throw new AppError('conflict', { details: { refunded: before.refunded } });
    const left = before.amount - before.refunded;
    const { amount: typedAmount, reason } = valueOf(readForm(markRefundedForm(left), input));
    const amount = readDollars(typedAmount)!;
    const refunded = before.refunded + amount;
    auditDetails({ provider_id: subject.providerId, transaction_id: input.id, amount, refunded });
    return tx
      .updateTable('transactions')
      .set({
        refunded,
        refunded_at: now,
        refund_reason: reason,
        status: refunded === before.amount ? 'refunded' : before.status,
      })
      .where('id', '=', input.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
  },
});
