import { AppError } from '../../../../domain/errors.ts';
import { markRefundedForm } from '../../../../domain/inputs/organisation/payment-marks.ts';
import { readDollars } from '../../../../domain/inputs/organisation/provider-fee.ts';
import { readForm } from '../../../../domain/inputs/form.ts';
import type { Services } from '../../../pipeline/context.ts';
import { PaymentProviderError, type WatchedPayments } from '../../../ports/payments/port.ts';
import { settleInvoice } from '../../billing/api.ts';

type Credit = { id: string; amount: string; reason: string; refunded: number };

const changedMeanwhile = (refunded: number) => new AppError('conflict', { details: { refunded } });

const down = () =>
  new AppError('unavailable', { fields: [{ field: 'form', message: 'transactions.refund.down' }] });

/** Converts an error of the payment company to a refusal. @throws AppError always, or another error unchanged */
function refuse(error: unknown, refunded: number): never {
  if (!(error instanceof PaymentProviderError)) throw error;
  if (error.code === 'unavailable') throw down();
  throw changedMeanwhile(refunded);
}

/** Credits at the payment company, unless its books already differ from what the caller saw. @throws AppError */
async function creditOnce(
  services: Services,
  payments: WatchedPayments,
  { id, invoiceId, amount, refunded }: { id: string; invoiceId: string; amount: number; refunded: number },
): Promise<void> {
  try {
    const there = await payments.findInvoice(invoiceId);
    // Another credit of the same state has the same key there, so only one of the two is made.
    const isSame = there?.refunded === refunded && there.status !== 'void';
    if (isSame) await payments.creditInvoice({ invoiceId, amount }, `wattle-credit-${id}-${refunded}`);
    await settleInvoice(services, invoiceId);
    if (!isSame) throw changedMeanwhile(there?.refunded ?? refunded);
  } catch (error) {
    refuse(error, refunded);
  }
}

/**
 * Refunds or credits an invoice of the payment company there, outside of transactions, and updates our row to its books. Returns
 * the amount in cents; null for an invoice of our own. @throws AppError `invalid` at the fields; `conflict` if the invoice was
 * changed meanwhile or is not made yet; `unavailable`
 */
export async function creditThere(services: Services, input: Credit): Promise<number | null> {
  const row = await services.db
    .selectFrom('transactions')
    .select(['at_company', 'stripe_invoice_id', 'amount', 'refunded'])
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!row?.at_company) return null;
  if (row.stripe_invoice_id === null || row.refunded !== input.refunded) throw changedMeanwhile(row.refunded);
  const { amount: typed, reason } = input;
  const form = readForm(markRefundedForm(row.amount - row.refunded), { amount: typed, reason });
  if (!form.ok) throw new AppError('invalid', { fields: form.fields });
  if (services.payments === null) throw down();
  const amount = readDollars(form.value.amount)!;
  await creditOnce(services, services.payments, {
    ...{ id: input.id, invoiceId: row.stripe_invoice_id, amount, refunded: row.refunded },
  });
  return amount;
}
