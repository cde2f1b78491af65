import type Stripe from 'stripe';
import { PaymentProviderError, type PaymentProvider, type Start } from '../port.ts';
import { asking, orNull } from './calls.ts';
import { idOf, subscriptionFacts } from './facts.ts';
import { factsOf } from './reading.ts';

type OrderCalls = Pick<PaymentProvider, 'start' | 'giveUp'>;

/** Returns the `discounts` of a part of the price: the promotion, if it applies to this part. */
const discountsOn = (promotion: Start['promotion'], part: 'everything' | 'initial-fee') =>
  promotion?.on === part ? { discounts: [{ promotion_code: promotion.id }] } : {};

async function subscribe(stripe: Stripe, start: Start & { yearlyPriceId: string }, key: string) {
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
async function invoiceOnce(stripe: Stripe, start: Start & { initialPriceId: string }, key: string) {
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

async function giveUpInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  const invoice = await orNull(() => stripe.invoices.retrieve(invoiceId));
  if (!invoice || invoice.status === 'void') return;
  if (invoice.status === 'paid')
    throw new PaymentProviderError('refused', 'A paid invoice cannot be cancelled.');
  if (invoice.status === 'draft') await orNull(() => stripe.invoices.del(invoiceId));
  else await stripe.invoices.voidInvoice(invoiceId);
}

/** Returns the calls of the port that start a subscription or a single invoice, unpaid, and that give it up. */
export function stripeOrders(stripe: Stripe): OrderCalls {
  return {
    start: (start, key) =>
      asking(async () => {
        const { initialPriceId, yearlyPriceId } = start;
        if (yearlyPriceId) {
          const { subscription, invoiceId } = await subscribe(stripe, { ...start, yearlyPriceId }, key);
          // The response to a repeated key shows the state at creation, so read it again.
          const now = await stripe.subscriptions.retrieve(subscription.id);
          return { subscription: subscriptionFacts(now), invoice: await factsOf(stripe, invoiceId) };
        }
        if (!initialPriceId) throw new PaymentProviderError('refused', 'There is no price to pay.');
        const invoiceId = await invoiceOnce(stripe, { ...start, initialPriceId }, key);
        return { subscription: null, invoice: await factsOf(stripe, invoiceId) };
      }),

    giveUp: ({ subscriptionId, invoiceId }) =>
      asking(async () => {
        await giveUpInvoice(stripe, invoiceId);
        if (subscriptionId) await orNull(() => stripe.subscriptions.cancel(subscriptionId));
      }),
  };
}
