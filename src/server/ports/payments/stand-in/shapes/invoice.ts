import type Stripe from 'stripe';
import { decimal } from './catalogue.ts';

export type NewLine = {
  id: string;
  invoiceId: string;
  price: Stripe.Price;
  quantity?: number;
  description: string;
  period: { start: number; end: number };
  subscription: { id: string; itemId: string } | null;
  /** The invoice item of the line; null for a line of the subscription itself. */
  invoiceItemId: string | null;
};

export const lineShape = (line: NewLine): Stripe.InvoiceLineItem => ({
  id: line.id,
  object: 'line_item',
  amount: (line.price.unit_amount ?? 0) * (line.quantity ?? 1),
  currency: line.price.currency,
  description: line.description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: line.invoiceId,
  livemode: false,
  metadata: {},
  parent: line.invoiceItemId
    ? {
        invoice_item_details: {
          invoice_item: line.invoiceItemId,
          proration: false,
          proration_details: null,
          subscription: line.subscription?.id ?? null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      }
    : {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: null,
          subscription: line.subscription?.id ?? null,
          subscription_item: line.subscription?.itemId ?? '',
        },
        type: 'subscription_item_details',
      },
  period: line.period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: {
      price: line.price.id,
      product: typeof line.price.product === 'string' ? line.price.product : line.price.product.id,
    },
    type: 'price_details',
    unit_amount_decimal: decimal(line.price.unit_amount ?? 0),
  },
  quantity: line.quantity ?? 1,
  quantity_decimal: decimal(line.quantity ?? 1),
  subscription: line.subscription?.id ?? null,
  subtotal: (line.price.unit_amount ?? 0) * (line.quantity ?? 1),
  taxes: [],
});

export const invoiceShape = (invoice: {
  id: string;
  at: number;
  customer: Stripe.Customer;
  subscription: { id: string; metadata: Record<string, string> } | null;
  reason: 'subscription_create' | 'subscription_cycle' | 'manual';
  metadata: Record<string, string>;
  autoAdvance: boolean;
  /** When a sent invoice is due, in Unix seconds; absent for one that is charged to the card. */
  dueAt?: number | null;
  /** Lines at the end of the invoice. */
  footer?: string | null;
  period: { start: number; end: number };
}): Stripe.Invoice => ({
  id: invoice.id,
  object: 'invoice',
  account_country: 'AU',
  account_name: 'Wattle (stand-in)',
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_paid_off_stripe: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: invoice.autoAdvance,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  billing_reason: invoice.reason,
  collection_method: invoice.dueAt ? 'send_invoice' : 'charge_automatically',
  confirmation_secret: null,
  created: invoice.at,
  currency: 'aud',
  custom_fields: null,
  customer: invoice.customer.id,
  customer_account: null,
  customer_address: null,
  customer_email: invoice.customer.email,
  customer_name: invoice.customer.name ?? null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: invoice.dueAt ?? null,
  effective_at: null,
  ending_balance: null,
  footer: invoice.footer ?? null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${invoice.id}/lines` },
  livemode: false,
  metadata: invoice.metadata,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  parent: invoice.subscription && {
    quote_details: null,
    subscription_details: { metadata: invoice.subscription.metadata, subscription: invoice.subscription.id },
    type: 'subscription_details',
  },
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
  period_end: invoice.period.end,
  period_start: invoice.period.start,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: invoice.customer.test_clock ?? null,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
});
