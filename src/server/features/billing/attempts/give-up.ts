import type { Services } from '../../../pipeline/context.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { findAttempt, type Attempt } from './attempt-store.ts';
import type { Claim } from './claim.ts';
import { companyOf } from '../payer.ts';
import { settleInvoice } from '../settling/settle.ts';

type Started = { subscriptionId: string | null; invoiceId: string };

/**
 * Finds the payment company's data of an attempt whose ids were lost with a response, or that was started on a page of the company.
 */
async function findByName(services: Services, attempt: Attempt): Promise<Started | null> {
  const payments = companyOf(services);
  const user = await services.db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', attempt.user_id)
    .executeTakeFirst();
  const customerId = user?.stripe_customer_id;
  if (!customerId) return null;
  const isOfAttempt = ({ attemptId }: { attemptId: string | null }) => attemptId === attempt.id;
  const subscription = (await payments.subscriptionsOf(customerId)).find(isOfAttempt);
  if (subscription?.latestInvoiceId)
    return { subscriptionId: subscription.id, invoiceId: subscription.latestInvoiceId };
  const { rows } = await payments.invoicesOf(customerId, null);
  const invoice = rows.find(isOfAttempt);
  return invoice ? { subscriptionId: invoice.subscriptionId, invoiceId: invoice.id } : null;
}

/** Finds the payment company's data of an attempt; null if there is none. @throws PaymentProviderError */
export async function findStarted(services: Services, attempt: Attempt): Promise<Started | null> {
  const { stripe_subscription_id: subscriptionId, stripe_invoice_id: invoiceId } = attempt;
  return invoiceId === null ? findByName(services, attempt) : { subscriptionId, invoiceId };
}

/** Returns the stored state of a payment attempt. */
export async function stateOf(services: Services, id: string): Promise<Attempt['state']> {
  const attempt = await findAttempt(services.db, id);
  return attempt?.state ?? 'given-up';
}

/**
 * Gives up a claimed payment attempt, also at the payment company; an attempt that turns out to be paid is settled instead. An
 * overdue renewal is not changed at the company. @throws PaymentProviderError; the attempt then stays open
 */
export async function giveUpAttempt(services: Services, claim: Claim): Promise<'paid' | 'given-up'> {
  const payments = companyOf(services);
  const { attempt } = claim;
  if (attempt.stripe_session_id !== null)
    await payments.expireCheckout(attempt.stripe_session_id).catch((error: unknown) => {
      // It is already paid, or has already ended.
      if (!(error instanceof PaymentProviderError) || error.code !== 'refused') throw error;
    });
  const started = await findStarted(services, attempt);
  if (started !== null) {
    await settleInvoice(services, started.invoiceId);
    if ((await stateOf(services, attempt.id)) === 'paid') return 'paid';
    if (!attempt.overdue) {
      await claim.update({});
      await payments.giveUp(started);
      // The person may have paid at the same moment.
      await settleInvoice(services, started.invoiceId);
      if ((await stateOf(services, attempt.id)) === 'paid') return 'paid';
    }
  }
  await claim.update({
    state: 'given-up',
    waits_for: null,
    ...(attempt.overdue && { stripe_invoice_id: null }),
  });
  return 'given-up';
}
