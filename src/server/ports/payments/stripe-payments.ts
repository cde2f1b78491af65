import type Stripe from 'stripe';
import type { PaymentOutcome } from '../../../domain/billing/provider-facts.ts';
import { PaymentProviderError, type PaymentProvider, type Start } from './port.ts';
import { asking, isTooLate, orNull, outcomeOf, refusalIn } from './stripe-calls.ts';
import { keepOnly } from './stripe-cards.ts';
import { idOf, subscriptionFacts } from './stripe-facts.ts';
import { factsOf } from './stripe-reading.ts';

type PaymentCalls = Pick<
  PaymentProvider,
  | 'start'
  | 'pay'
  | 'paymentOutcome'
  | 'giveUp'
  | 'setCancelAtPeriodEnd'
  | 'endSubscription'
  | 'createCheckout'
  | 'expireCheckout'
>;

/** Returns the `discounts` of a part of the price: the promotion, if it applies to this part. */
const discountsOn = (promotion: Start['promotion'], part: 'everything' | 'initial-fee') =>
  promotion?.on === part ? { discounts: [{ promotion_code: promotion.id }] } : {};

/** Returns the calls of the port for subscriptions, invoices and their payments. */
export function stripePayments(stripe: Stripe): PaymentCalls {
  async function subscribe(start: Start & { yearlyPriceId: string }, key: string) {
    const { initialPriceId, yearlyPriceId, promotion } = start;
    const subscription = await stripe.subscriptions.create(
      {
        customer: start.customerId,
        items: [{ price: yearlyPriceId }],
        ...(initialPriceId && {
          add_invoice_items: [{ price: initialPriceId, ...discountsOn(promotion, 'initial-fee') }],
        }),
        ...discountsOn(promotion, 'everything'),
        payment_behavior: 'default_incomplete',
        payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'off' },
        metadata: { attempt_id: start.attemptId },
      },
      { idempotencyKey: key },
    );
    return { subscription, invoiceId: idOf(subscription.latest_invoice) ?? '' };
  }

  // All keys derive from the key of the intent, so that a retry after a lost response does not create a second invoice.
  async function invoiceOnce(start: Start & { initialPriceId: string }, key: string) {
    const { customerId: customer, promotion } = start;
    const invoice = await stripe.invoices.create(
      {
        customer,
        auto_advance: false,
        collection_method: 'charge_automatically',
        currency: 'aud',
        pending_invoice_items_behavior: 'exclude',
        payment_settings: { payment_method_types: ['card'] },
        metadata: { attempt_id: start.attemptId },
      },
      { idempotencyKey: `${key}-invoice` },
    );
    const discounts = promotion ? { discounts: [{ promotion_code: promotion.id }] } : {};
    await stripe.invoiceItems.create(
      { customer, invoice: invoice.id, pricing: { price: start.initialPriceId }, ...discounts },
      { idempotencyKey: `${key}-item` },
    );
    await stripe.invoices.finalizeInvoice(
      invoice.id,
      { auto_advance: false },
      { idempotencyKey: `${key}-finalize` },
    );
    return invoice.id;
  }

  /** Reads the current invoice and the id of its payment; `intentId` is null if there is nothing to pay. */
  async function read(invoiceId: string) {
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
    const payment = invoice.payments?.data.find(({ is_default }) => is_default);
    const intentId = idOf(payment?.payment.payment_intent);
    return { invoice, intentId };
  }

  /** Saves the card that paid as the customer's only card. */
  async function keepPaying(customerId: string, cardId: string | null): Promise<void> {
    const card = cardId ? await orNull(() => stripe.paymentMethods.retrieve(cardId)) : null;
    if (card && idOf(card.customer) === customerId) await keepOnly(stripe, customerId, card.id);
  }

  async function outcomeNow(invoiceId: string): Promise<PaymentOutcome> {
    const { invoice, intentId } = await read(invoiceId);
    if (!intentId) return { kind: invoice.status === 'paid' ? 'paid' : 'not-tried' };
    const intent = await stripe.paymentIntents.retrieve(intentId);
    const outcome = outcomeOf({ ...intent, error: intent.last_payment_error });
    if (outcome.kind === 'paid') await keepPaying(idOf(intent.customer) ?? '', idOf(intent.payment_method));
    return outcome;
  }

  async function giveUpInvoice(invoiceId: string): Promise<void> {
    const invoice = await orNull(() => stripe.invoices.retrieve(invoiceId));
    if (!invoice || invoice.status === 'void') return;
    if (invoice.status === 'paid')
      throw new PaymentProviderError('refused', 'A paid invoice cannot be cancelled.');
    if (invoice.status === 'draft') await orNull(() => stripe.invoices.del(invoiceId));
    else await stripe.invoices.voidInvoice(invoiceId);
  }

  return {
    start: (start, key) =>
      asking(async () => {
        const { initialPriceId, yearlyPriceId } = start;
        if (yearlyPriceId) {
          const { subscription, invoiceId } = await subscribe({ ...start, yearlyPriceId }, key);
          // The response to a repeated key shows the state at creation, so read it again.
          const now = await stripe.subscriptions.retrieve(subscription.id);
          return { subscription: subscriptionFacts(now), invoice: await factsOf(stripe, invoiceId) };
        }
        if (!initialPriceId) throw new PaymentProviderError('refused', 'There is no price to pay.');
        const invoiceId = await invoiceOnce({ ...start, initialPriceId }, key);
        return { subscription: null, invoice: await factsOf(stripe, invoiceId) };
      }),

    pay: ({ customerId, invoiceId, paymentMethodId }, key) =>
      asking(async () => {
        const { invoice, intentId } = await read(invoiceId);
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
            await keepPaying(customerId, idOf(intent.payment_method)).catch(() => {});
          return outcome;
        } catch (error) {
          const refusal = refusalIn(error);
          if (refusal) return refusal;
          if (isTooLate(error)) return outcomeNow(invoiceId);
          throw error;
        }
      }),

    paymentOutcome: (invoiceId) => asking(() => outcomeNow(invoiceId)),

    giveUp: ({ subscriptionId, invoiceId }) =>
      asking(async () => {
        await giveUpInvoice(invoiceId);
        if (subscriptionId) await orNull(() => stripe.subscriptions.cancel(subscriptionId));
      }),

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

    createCheckout: (start, key) =>
      asking(async () => {
        const { initialPriceId, yearlyPriceId, promotion } = start;
        if (promotion?.on === 'initial-fee' && initialPriceId && yearlyPriceId)
          throw new PaymentProviderError(
            'refused',
            'The payment page applies promotions to the whole price only.',
          );
        const metadata = { attempt_id: start.attemptId };
        const takes = promotion && (promotion.on === 'everything' || initialPriceId);
        const session = await stripe.checkout.sessions.create(
          {
            customer: start.customerId,
            client_reference_id: start.attemptId,
            line_items: [initialPriceId, yearlyPriceId].flatMap((price) =>
              price ? [{ price, quantity: 1 }] : [],
            ),
            ...(takes && { discounts: [{ promotion_code: promotion.id }] }),
            ...(yearlyPriceId
              ? { mode: 'subscription', subscription_data: { metadata } }
              : {
                  mode: 'payment',
                  invoice_creation: { enabled: true, invoice_data: { metadata } },
                  payment_intent_data: { setup_future_usage: 'off_session' },
                }),
            metadata,
            allowed_payment_method_types: ['card'],
            success_url: start.successUrl,
            cancel_url: start.cancelUrl,
            locale: start.language,
          },
          { idempotencyKey: key },
        );
        if (!session.url) throw new PaymentProviderError('refused', 'The payment page has no address.');
        return { id: session.id, url: session.url };
      }),

    expireCheckout: (sessionId) =>
      asking(async () => {
        const session = await orNull(() => stripe.checkout.sessions.retrieve(sessionId));
        if (session?.status === 'open') await stripe.checkout.sessions.expire(sessionId);
      }),
  };
}
