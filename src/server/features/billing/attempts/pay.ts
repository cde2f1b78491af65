import type { PaymentOutcome } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Services } from '../../../pipeline/context.ts';
import { PaymentProviderError, type Start } from '../../../ports/payments/port.ts';
import { findSavedCard } from './attempt-store.ts';
import { settleCard } from '../cards.ts';
import type { Claim } from './claim.ts';
import { customerOf } from '../customer.ts';
import { giveUpAttempt, stateOf } from './give-up.ts';
import { paymentsOf, providerDown, refusedAt, type Payer } from '../payer.ts';
import { paid, resultOf, unknownOutcome, type PaymentResult } from '../results.ts';
import { waitingFor } from './settle-attempt.ts';
import { settleInvoice } from '../settling/settle.ts';

const isUnavailable = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'unavailable';

/** Updates the database after an attempt is paid. If that is not possible yet, jobs do it later. */
async function finish(services: Services, claim: Claim, customerId: string): Promise<PaymentResult> {
  const { id, stripe_invoice_id } = claim.attempt;
  try {
    if (stripe_invoice_id !== null) await settleInvoice(services, stripe_invoice_id);
    if ((await stateOf(services, id)) !== 'paid') return unknownOutcome;
    await settleCard(services, customerId);
    return paid;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return (await stateOf(services, id)) === 'paid' ? paid : unknownOutcome;
  }
}

/** Returns the outcome as the result of the call, and stores what the attempt waits for. */
export async function answerWith(
  services: Services,
  claim: Claim,
  customerId: string,
  outcome: PaymentOutcome,
): Promise<PaymentResult> {
  if (outcome.kind === 'paid') return finish(services, claim, customerId);
  await claim.update(waitingFor(outcome));
  return resultOf(outcome, 'error.payment.bankCheckFailed');
}

/**
 * Creates at the payment company what has to be paid, once for each attempt. The amount must be the one that the person was
 * shown.
 * @throws AppError `unavailable`; Error when the amounts differ
 */
async function start(
  services: Services,
  claim: Claim,
  order: Omit<Start, 'attemptId'>,
): Promise<{ isPaid: boolean }> {
  const payments = paymentsOf(services);
  const { attempt } = claim;
  const { subscription, invoice } = await payments
    .start({ ...order, attemptId: attempt.id }, `wattle-${attempt.id}-start`)
    .catch(async (error: unknown) => {
      if (isUnavailable(error)) throw providerDown();
      // It was refused, so there is nothing to continue.
      await claim.update({ state: 'given-up' });
      throw error;
    });
  await claim.update({ stripe_subscription_id: subscription?.id ?? null, stripe_invoice_id: invoice.id });
  if (invoice.total !== attempt.total) {
    await giveUpAttempt(services, claim);
    throw new Error(
      `The payment company asks for ${invoice.total} cents where the person was shown ${attempt.total}`,
    );
  }
  return { isPaid: invoice.status === 'paid' };
}

/**
 * Whether this payment needs a new idempotency key: for the first payment, when the previous one was certainly refused, and for
 * another card. Otherwise the key stays, so that the card is charged once even if a response was lost.
 */
function needsNewKey({ attempt }: Claim, before: PaymentOutcome | null, cardId: string): boolean {
  if (before === null) return true;
  return before.kind === 'declined' || attempt.last_error !== null || attempt.payment_method_id !== cardId;
}

async function payInvoice(
  services: Services,
  claim: Claim,
  payer: Payer,
  customerId: string,
  newCardId: string | null,
): Promise<PaymentResult> {
  const payments = paymentsOf(services);
  const invoiceId = claim.attempt.stripe_invoice_id ?? '';
  const before = claim.attempt.payments === 0 ? null : await payments.paymentOutcome(invoiceId);
  if (before?.kind === 'paid' || before?.kind === 'processing')
    return answerWith(services, claim, customerId, before);
  const cardId = newCardId ?? (await findSavedCard(services.db, payer.userId))?.payment_method_id ?? null;
  const sameCard = newCardId === null || newCardId === claim.attempt.payment_method_id;
  if (before?.kind === 'needs-action' && sameCard) return answerWith(services, claim, customerId, before);
  if (cardId === null) throw refusedAt('paymentMethodId', 'error.payment.cardNumber');
  const isNew = needsNewKey(claim, before, cardId);
  await claim.update({
    payments: claim.attempt.payments + (isNew ? 1 : 0),
    payment_method_id: cardId,
    waits_for: 'processing',
    last_error: null,
  });
  const outcome = await payments.pay(
    { customerId, invoiceId, paymentMethodId: cardId },
    `wattle-${claim.attempt.id}-pay-${claim.attempt.payments}`,
  );
  return answerWith(services, claim, customerId, outcome);
}

/**
 * Works on a claimed payment attempt: creates what has to be paid unless it exists, and pays it. `wish` is null for an overdue
 * renewal, which exists already.
 * @throws AppError `unavailable` when nothing can have been charged; `invalid` without a card
 */
export async function payAttempt(
  services: Services,
  payer: Payer,
  claim: Claim,
  order: Omit<Start, 'attemptId' | 'customerId'> | null,
  newCardId: string | null,
): Promise<PaymentResult> {
  const customerId = await customerOf(services, payer).catch((error: unknown) => {
    throw isUnavailable(error) ? providerDown() : error;
  });
  if (order !== null && claim.attempt.stripe_invoice_id === null) {
    const { isPaid } = await start(services, claim, { ...order, customerId });
    if (isPaid) return finish(services, claim, customerId);
  }
  if (claim.attempt.total === 0) return finish(services, claim, customerId);
  try {
    return await payInvoice(services, claim, payer, customerId, newCardId);
  } catch (error) {
    if (isUnavailable(error)) return unknownOutcome;
    if (!(error instanceof PaymentProviderError)) throw error;
    // Refused: it may have been paid in another way.
    const result = await finish(services, claim, customerId);
    if (result.status === 'paid') return result;
    throw error;
  }
}
