import type Stripe from 'stripe';
import { PaymentProviderError, type PaymentProvider, type TermInvoice } from '../port.ts';
import { asking } from './calls.ts';
import { keepOnly } from './cards.ts';
import { idOf, metadataOf } from './facts.ts';
import { factsOf } from './reading.ts';

type TermCalls = Pick<PaymentProvider, 'createProvider' | 'invoiceTerm' | 'creditInvoice'>;

/** More than the differences of clocks and time zones, in seconds. */
const clockMargin = 2 * 86_400;

/** Updates the customer to the provider's name and address. Returns whether it has a card that is charged by default. */
async function refresh(stripe: Stripe, { customerId, name, email, language }: TermInvoice): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted) throw new PaymentProviderError('refused', 'A customer was deleted there.');
  const [preferred] = customer.preferred_locales ?? [];
  if (customer.name !== name || customer.email !== email || preferred !== language)
    await stripe.customers.update(customerId, {
      name,
      email: email ?? '',
      preferred_locales: [language],
    });
  if (customer.invoice_settings.default_payment_method !== null) return true;
  // The bank confirmed this card after its page was closed, so it is saved but not the default yet.
  const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 });
  if (data[0]) await keepOnly(stripe, customerId, data[0].id);
  return data[0] !== undefined;
}

/** Finds the invoice of an earlier try, whose key may have expired there; null for none. */
async function findBegun(stripe: Stripe, { customerId, term, begunSince }: TermInvoice) {
  if (begunSince === null) return null;
  const gte = Math.floor(begunSince.getTime() / 1_000) - clockMargin;
  const { data } = await stripe.invoices.list({ customer: customerId, created: { gte }, limit: 100 });
  return data.find(({ metadata }) => metadata?.['transaction_id'] === term.transactionId) ?? null;
}

// It advances by itself only once its line is there: an empty invoice would be paid at once.
const create = (stripe: Stripe, invoice: TermInvoice, hasCard: boolean, key: string) =>
  stripe.invoices.create(
    {
      customer: invoice.customerId,
      auto_advance: false,
      ...(hasCard
        ? { collection_method: 'charge_automatically' }
        : { collection_method: 'send_invoice', days_until_due: invoice.daysToPay }),
      currency: 'aud',
      pending_invoice_items_behavior: 'exclude',
      payment_settings: { payment_method_types: ['card'] },
      footer: invoice.footer,
      metadata: metadataOf(invoice.term),
    },
    { idempotencyKey: `${key}-invoice` },
  );

/** Credits a part of an invoice: what is not left to pay was paid, so it goes back by card, or went back elsewhere. */
async function credit(stripe: Stripe, invoice: string, amount: number, key: string): Promise<void> {
  const { amount_remaining, payments } = await stripe.invoices.retrieve(invoice, { expand: ['payments'] });
  const paid = Math.max(0, amount - amount_remaining);
  const isByCard = payments?.data.some(({ status }) => status === 'paid') ?? false;
  const back = isByCard ? { refund_amount: paid } : { out_of_band_amount: paid };
  await stripe.creditNotes.create(
    { invoice, amount, email_type: 'none', ...(paid > 0 && back) },
    { idempotencyKey: key },
  );
}

/** Returns the calls of the port for invoices of providers. */
export function stripeTerms(stripe: Stripe): TermCalls {
  // The product of a price never changes.
  const products = new Map<string, string>();

  async function productOf(priceId: string): Promise<string> {
    const product = products.get(priceId) ?? idOf((await stripe.prices.retrieve(priceId)).product) ?? '';
    products.set(priceId, product);
    return product;
  }

  // A recurring price cannot be on such a line, so the line has the terms of the plan's price and its product.
  const addLine = async (invoice: TermInvoice, invoiceId: string, key: string) =>
    stripe.invoiceItems.create(
      {
        customer: invoice.customerId,
        invoice: invoiceId,
        price_data: {
          currency: 'aud',
          product: await productOf(invoice.priceId),
          unit_amount: invoice.unitPrice,
        },
        quantity: invoice.quantity,
      },
      { idempotencyKey: `${key}-item` },
    );

  return {
    createProvider: (providerId, key) =>
      asking(async () => {
        const metadata = { provider_id: providerId };
        return (await stripe.customers.create({ metadata }, { idempotencyKey: key })).id;
      }),

    invoiceTerm: (invoice, key) =>
      asking(async () => {
        const hasCard = await refresh(stripe, invoice);
        const begun = await findBegun(stripe, invoice);
        const { id } = begun ?? (await create(stripe, invoice, hasCard, key));
        if (begun === null || (begun.status === 'draft' && begun.lines.data.length === 0))
          await addLine(invoice, id, key);
        if (begun === null || begun.status === 'draft')
          await stripe.invoices.finalizeInvoice(
            id,
            { auto_advance: true },
            { idempotencyKey: `${key}-finalize` },
          );
        return factsOf(stripe, id);
      }),

    creditInvoice: ({ invoiceId, amount }, key) =>
      asking(async () => {
        await credit(stripe, invoiceId, amount, key);
        return factsOf(stripe, invoiceId);
      }),
  };
}
