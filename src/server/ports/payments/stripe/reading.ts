import type Stripe from 'stripe';
import type { InvoiceFacts } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { PaymentProvider } from '../port.ts';
import { asking, orNull } from './calls.ts';
import { idOf, invoiceFacts, isRefusable, subscriptionFacts, type ChargeOfInvoice } from './facts.ts';

type SubscriptionReading = Pick<
  PaymentProvider,
  'findSubscription' | 'subscriptionsOf' | 'listSubscriptions'
>;

type InvoiceReading = Pick<
  PaymentProvider,
  'findInvoice' | 'invoiceOfCharge' | 'invoicesOf' | 'listInvoices'
>;

const pageSize = 100;

/** Number of payments that are read concurrently for a page of invoices: well below Stripe's limit. */
const atOnce = 5;

const nextOf = (page: { has_more: boolean; data: readonly { id: string }[] }): string | null =>
  page.has_more ? (page.data.at(-1)?.id ?? null) : null;

async function chargeOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<ChargeOfInvoice> {
  const payment = invoice.payments?.data.find(({ is_default }) => is_default);
  const intentId = idOf(payment?.payment.payment_intent);
  if (!intentId || !(invoice.status === 'paid' || isRefusable(invoice))) return null;
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge;
  return charge && typeof charge !== 'string' ? charge : null;
}

/** Reads an invoice with its refunds, and converts it to our type. */
export async function factsOf(stripe: Stripe, invoiceId: string): Promise<InvoiceFacts> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  return invoiceFacts(invoice, await chargeOf(stripe, invoice));
}

async function factsOfPage(stripe: Stripe, page: Stripe.ApiList<Stripe.Invoice>) {
  const rows: InvoiceFacts[] = [];
  for (let at = 0; at < page.data.length; at += atOnce)
    rows.push(
      ...(await Promise.all(
        page.data
          .slice(at, at + atOnce)
          .map(async (invoice) => invoiceFacts(invoice, await chargeOf(stripe, invoice))),
      )),
    );
  return { rows, next: nextOf(page) };
}

/** Returns the calls of the port that read subscriptions and invoices. */
export const stripeReading = (stripe: Stripe): SubscriptionReading & InvoiceReading => ({
  ...subscriptionReading(stripe),
  ...invoiceReading(stripe),
});

function subscriptionReading(stripe: Stripe): SubscriptionReading {
  return {
    findSubscription: (id) =>
      asking(async () => {
        const subscription = await orNull(() => stripe.subscriptions.retrieve(id));
        return subscription && subscriptionFacts(subscription);
      }),

    subscriptionsOf: (customerId) =>
      asking(async () => {
        const { data } = await stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: pageSize,
        });
        return data.map(subscriptionFacts);
      }),

    listSubscriptions: (after) =>
      asking(async () => {
        const page = await stripe.subscriptions.list({
          limit: pageSize,
          ...(after && { starting_after: after }),
        });
        const rows = page.data.map(subscriptionFacts).filter(({ status }) => status !== 'ended');
        return { rows, next: nextOf(page) };
      }),
  };
}

function invoiceReading(stripe: Stripe): InvoiceReading {
  return {
    findInvoice: (id) => asking(() => orNull(() => factsOf(stripe, id))),

    invoiceOfCharge: (chargeId) =>
      asking(async () => {
        const charge = await orNull(() => stripe.charges.retrieve(chargeId));
        const intent = idOf(charge?.payment_intent);
        if (!intent) return null;
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: intent },
          limit: 1,
        });
        const invoiceId = idOf(data[0]?.invoice);
        return invoiceId ? orNull(() => factsOf(stripe, invoiceId)) : null;
      }),

    invoicesOf: (customerId, after) =>
      asking(async () =>
        factsOfPage(
          stripe,
          await stripe.invoices.list({
            customer: customerId,
            limit: pageSize,
            expand: ['data.payments'],
            ...(after && { starting_after: after }),
          }),
        ),
      ),

    listInvoices: (since, after) =>
      asking(async () =>
        factsOfPage(
          stripe,
          await stripe.invoices.list({
            created: { gte: Math.floor(since.getTime() / 1000) },
            limit: pageSize,
            expand: ['data.payments'],
            ...(after && { starting_after: after }),
          }),
        ),
      ),
  };
}
