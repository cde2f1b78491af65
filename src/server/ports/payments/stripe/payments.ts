import type Stripe from 'stripe';
import type { PaymentOutcome } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { PaymentProviderError, type PaymentProvider } from '../port.ts';
import { asking, isTooLate, orNull, outcomeOf, refusalIn } from './calls.ts';
import { keepOnly } from './cards.ts';
import { idOf, subscriptionFacts } from './facts.ts';

type PaymentCalls = Pick<
  PaymentProvider,
  'pay' | 'paymentOutcome' | 'setCancelAtPeriodEnd' | 'endSubscription'
>;

/** Reads the current invoice and the id of its payment; `intentId` is null if there is nothing to pay. */
async function read(stripe: Stripe, invoiceId: string) {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  const payment = invoice.payments?.data.find(({ is_default }) => is_default);
  const intentId = idOf(payment?.payment.payment_intent);
  return { invoice, intentId };
}

/** Saves the card that paid as the customer's only card. */
async function keepPaying(stripe: Stripe, customerId: string, cardId: string | null): Promise<void> {
  const card = cardId ? await orNull(() => stripe.paymentMethods.retrieve(cardId)) : null;
  if (card && idOf(card.customer) === customerId) await keepOnly(stripe, customerId, card.id);
}

async function outcomeNow(stripe: Stripe, invoiceId: string): Promise<PaymentOutcome> {
  const { invoice, intentId } = await read(stripe, invoiceId);
  if (!intentId) return { kind: invoice.status === 'paid' ? 'paid' : 'not-tried' };
  const intent = await stripe.paymentIntents.retrieve(intentId);
  const outcome = outcomeOf({ ...intent, error: intent.last_payment_error });
  if (outcome.kind === 'paid')
    await keepPaying(stripe, idOf(intent.customer) ?? '', idOf(intent.payment_method));
  return outcome;
}

/** Returns the calls of the port that pay an invoice, and that change a subscription. */
export function stripePayments(stripe: Stripe): PaymentCalls {
  return {
    pay: ({ customerId, invoiceId, paymentMethodId }, key) =>
      asking(async () => {
        const { invoice, intentId } = await read(stripe, invoiceId);
        if (idOf(invoice.customer) !== customerId)
          throw new PaymentProviderError('refused', 'The invoice is for another customer.');
        if (!intentId) return { kind: invoice.status === 'paid' ? 'paid' : 'not-tried' };
        try {
          const intent = await stripe.paymentIntents.confirm(
            intentId,
            { payment_method: paymentMethodId, setup_future_usage: 'off_session', use_stripe_sdk: true },
            { idempotencyKey: key },
          );
          const outcome = outcomeOf({ ...intent, error: intent.last_payment_error });
          // The payment succeeded: a failure to save the card must not make the outcome unknown.
          if (outcome.kind === 'paid')
            await keepPaying(stripe, customerId, idOf(intent.payment_method)).catch(() => {});
          return outcome;
        } catch (error) {
          const refusal = refusalIn(error);
          if (refusal) return refusal;
          if (isTooLate(error)) return outcomeNow(stripe, invoiceId);
          throw error;
        }
      }),

    paymentOutcome: (invoiceId) => asking(() => outcomeNow(stripe, invoiceId)),

    setCancelAtPeriodEnd: (subscriptionId, cancel) =>
      asking(async () =>
        subscriptionFacts(
          await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel }),
        ),
      ),

    endSubscription: (subscriptionId) =>
      asking(async () => {
        await orNull(() => stripe.subscriptions.cancel(subscriptionId));
        const subscription = await orNull(() => stripe.subscriptions.retrieve(subscriptionId));
        const invoiceId = idOf(subscription?.latest_invoice);
        const invoice = invoiceId && (await orNull(() => stripe.invoices.retrieve(invoiceId)));
        if (invoice && invoice.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
      }),
  };
}
