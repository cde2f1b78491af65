import type { PaymentOutcome } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Services } from '../../../pipeline/context.ts';
import { claimAttempt, findAttempt, type Attempt } from './attempt-store.ts';
import { claimOf, ClaimLost, type Claim } from './claim.ts';
import { findStarted, giveUpAttempt, stateOf } from './give-up.ts';
import { companyOf } from '../payer.ts';
import { declineTexts } from '../results.ts';
import { settleInvoice } from '../settling/settle.ts';

/** How long a payment attempt stays open, in milliseconds: the payment company keeps a first invoice open for 23 hours. */
export const openForMs = 20 * 60 * 60_000;

export const isOver = ({ created_at }: Pick<Attempt, 'created_at'>, now: Date): boolean =>
  now.getTime() - created_at.getTime() > openForMs;

/** Returns the columns for an outcome that is not a payment. */
export const waitingFor = (outcome: PaymentOutcome): Pick<Attempt, 'waits_for' | 'last_error'> => ({
  waits_for:
    outcome.kind === 'needs-action' ? 'needs_action' : outcome.kind === 'processing' ? 'processing' : null,
  last_error: outcome.kind === 'declined' ? declineTexts[outcome.reason] : null,
});

async function readOn(services: Services, claim: Claim): Promise<void> {
  const payments = companyOf(services);
  const { attempt } = claim;
  const started = await findStarted(services, attempt);
  if (started !== null) {
    const settled = await settleInvoice(services, started.invoiceId);
    if ((await stateOf(services, attempt.id)) !== 'open') return;
    const invoice = settled === 'gone' ? null : await payments.findInvoice(started.invoiceId);
    if (invoice === null || invoice.status === 'void' || invoice.status === 'uncollectible') {
      await giveUpAttempt(services, claim);
      return;
    }
    const { subscriptionId, invoiceId } = started;
    const outcome = await payments.paymentOutcome(invoiceId);
    await claim.update({
      stripe_subscription_id: subscriptionId,
      stripe_invoice_id: invoiceId,
      ...waitingFor(outcome),
    });
    if (outcome.kind === 'processing') return;
  }
  if (isOver(claim.attempt, services.clock())) await giveUpAttempt(services, claim);
}

/**
 * Reads the state of an open payment attempt from the payment company. A paid attempt is settled; an attempt that is most of a
 * day old and not paid is given up. Charges nothing, and skips an attempt that a call works on at the moment. Returns the
 * resulting state.
 * @throws PaymentProviderError
 */
export async function settleAttempt(services: Services, attemptId: string): Promise<Attempt['state']> {
  const found = await findAttempt(services.db, attemptId);
  if (found?.state !== 'open') return found?.state ?? 'given-up';
  const claimed = await claimAttempt(services.db, attemptId, null);
  if (!claimed) return stateOf(services, attemptId);
  const claim = claimOf(services, claimed);
  try {
    await readOn(services, claim);
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  } finally {
    await claim.release();
  }
  return stateOf(services, attemptId);
}
