import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { isAway, PaymentProviderError } from '../../../ports/payments/port.ts';
import {
  paid,
  paymentsOf,
  refusedAt,
  resultOf,
  settleInvoice,
  unknownOutcome,
  type PaymentResult,
} from '../../billing/api.ts';
import { providerOfInvoice } from '../operations/subject.ts';
import { cardTries } from './card-operations.ts';
import { findInvoiceThere } from './card-store.ts';

const id = z.string().check(z.uuid());
const key = z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[!-~]*$/));

/** Loads an unpaid invoice. Returns null if it is paid. @throws AppError `conflict` if it is not made there; `invalid` if credited */
async function findPayable({ db }: Services, invoiceId: string) {
  const invoice = await findInvoiceThere(db, invoiceId);
  if (invoice === null) throw new AppError('conflict');
  if (invoice.status === 'refunded') throw refusedAt('payment', 'error.payment.alreadyPaid');
  return invoice.status === 'paid' ? null : invoice;
}

/** Updates our row to the payment company's facts. If it does not answer, its event or the nightly run does it later. */
const settleNow = (services: Services, invoiceId: string): Promise<unknown> =>
  settleInvoice(services, invoiceId).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
  });

/**
 * Charges an invoice to the saved card. The invoice has one payment at the payment company, which can succeed only once, so two
 * tabs pay once. Another try with the same request key has the same outcome.
 */
async function pay(services: Services, transactionId: string, requestKey: string): Promise<PaymentResult> {
  const payments = paymentsOf(services);
  const invoice = await findPayable(services, transactionId);
  if (invoice === null) return paid;
  const { invoiceId, customerId } = invoice;
  try {
    const card = await payments.cardOf(customerId);
    if (card === null) throw refusedAt('payment', 'providerBilling.card.first');
    const name = createHash('sha256').update(`${requestKey} ${card.id}`).digest('hex').slice(0, 32);
    const outcome = await payments.pay(
      { customerId, invoiceId, paymentMethodId: card.id },
      `wattle-term-pay-${transactionId}-${name}`,
    );
    await settleNow(services, invoiceId);
    return resultOf(outcome, 'error.payment.bankCheckFailed');
  } catch (error) {
    if (isAway(error)) return unknownOutcome;
    throw error;
  }
}

/**
 * Pays an invoice of a provider with its saved card, for example after a refused charge. @throws AppError `invalid` at the field
 * `payment` without a card, or if nothing is left to pay; `conflict` if the invoice is not one of the payment company;
 * `rate-limited`; `forbidden` when payment is off
 */
export const payProviderInvoice = operation({
  name: 'payProviderInvoice',
  kind: 'write',
  input: z.strictObject({ id, idempotency_key: key }),
  access: { action: 'provider.pay', subject: providerOfInvoice },
  limit: cardTries,
  prepare: { run: ({ input, services }) => pay(services, input.id, input.idempotency_key) },
  async run({ input, subject, prepared, auditDetails }) {
    auditDetails({
      provider_id: subject.providerId,
      transaction_id: input.id,
      outcome: prepared.status,
    });
    return prepared;
  },
});

/** Returns the outcome of the payment of an invoice, after the bank's confirmation page. Charges nothing. */
export const confirmProviderPayment = operation({
  name: 'confirmProviderPayment',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'provider.pay', subject: providerOfInvoice },
  prepare: {
    async run({ input, services }): Promise<PaymentResult> {
      const payments = paymentsOf(services);
      const invoice = await findPayable(services, input.id);
      if (invoice === null) return paid;
      try {
        const outcome = await payments.paymentOutcome(invoice.invoiceId);
        await settleNow(services, invoice.invoiceId);
        return resultOf(outcome, 'error.payment.bankCheckFailed');
      } catch (error) {
        if (error instanceof PaymentProviderError) return unknownOutcome;
        throw error;
      }
    },
  },
  async run({ input, subject, prepared, auditDetails }) {
    auditDetails({
      provider_id: subject.providerId,
      transaction_id: input.id,
      outcome: prepared.status,
    });
    return prepared;
  },
});
