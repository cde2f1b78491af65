import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { integer, required, type Params } from '../http/form.ts';
import { refundShape } from '../shapes/payment.ts';
import { newId, type Work } from '../store/work.ts';
import { markPaid, paymentOf } from './invoicing.ts';

/** Refunds a charge, all that is left of it without an amount. @throws ApiError 400 for more than is left */
export function refundCharge(work: Work, charge: Stripe.Charge, amount: number | undefined): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  const cents = amount ?? left;
  if (!charge.paid || left === 0)
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (cents < 1 || cents > left)
    throw ApiError.wrong(
      'amount',
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`,
    );
  const refunded = charge.amount_refunded + cents;
  const given = work.put({ ...charge, amount_refunded: refunded, refunded: refunded === charge.amount });
  const created = work.put(refundShape({ id: newId('re'), at: work.at, charge: given, cents }));
  work.emitEvent('charge.refunded', given);
  work.emitEvent('refund.created', created);
  return created;
}

/** Reduces an open invoice by the credited amount. An invoice with nothing left to pay becomes paid. */
async function credit(work: Work, invoice: Stripe.Invoice, amount: number): Promise<void> {
  const left = invoice.amount_remaining - amount;
  const waiting = await paymentOf(work, invoice);
  if (waiting) work.put({ ...waiting.intent, amount: left });
  const credited = work.put<Stripe.Invoice>({
    ...invoice,
    amount_due: left,
    amount_remaining: left,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
  });
  if (left === 0) await markPaid(work, credited);
  else work.emitEvent('invoice.updated', credited);
}

/** Credits an invoice: before it is paid, less is left to pay; afterwards the money goes back, or went back elsewhere. */
export async function createCreditNote(work: Work, params: Params) {
  const invoice = await work.get('invoice', required(params, 'invoice'));
  const amount = integer(params, 'amount') ?? 0;
  const back = integer(params, 'refund_amount') ?? 0;
  const elsewhere = integer(params, 'out_of_band_amount') ?? 0;
  const credited = invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  if (amount < 1 || amount > invoice.total - credited)
    throw ApiError.wrong('amount', 'The amount is greater than what is left of the invoice.');
  if (Math.max(0, amount - invoice.amount_remaining) !== back + elsewhere)
    throw ApiError.wrong('amount', 'The sum of refunds and credits must be the amount that was paid.');
  if (invoice.status === 'open') await credit(work, invoice, amount);
  else {
    const paid = await paymentOf(work, invoice);
    if (back > 0) refundCharge(work, await work.get('charge', paid?.intent.latest_charge), back);
    const post_payment_credit_notes_amount = invoice.post_payment_credit_notes_amount + amount;
    work.emitEvent('invoice.updated', work.put({ ...invoice, post_payment_credit_notes_amount }));
  }
  return { id: newId('cn'), object: 'credit_note', amount, invoice: invoice.id };
}
