import type Stripe from 'stripe';
import type { TestCard } from '../billing/test-cards.ts';

export const customerShape = (customer: {
  id: string;
  at: number;
  email: string | null;
  name: string | null;
  locales: string[];
  metadata: Record<string, string>;
  clockId: string | null;
}): Stripe.Customer => ({
  id: customer.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: customer.at,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: customer.locales,
  shipping: null,
  tax_exempt: 'none',
  test_clock: customer.clockId,
});

/** Returns a card as Stripe shows it. Its number is not stored; the fingerprint identifies the test card. */
export const cardShape = (card: {
  id: string;
  at: number;
  testCard: TestCard;
  month: number;
  year: number;
  name: string | null;
}): Stripe.PaymentMethod => ({
  id: card.id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: card.name, phone: null, tax_id: null },
  card: {
    brand: card.testCard.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: 'AU',
    display_brand: card.testCard.brand,
    exp_month: card.month,
    exp_year: card.year,
    fingerprint: card.testCard.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: card.testCard.number.slice(-4),
    networks: { available: [card.testCard.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: card.at,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

export const testClockShape = (clock: {
  id: string;
  at: number;
  frozen: number;
  name: string | null;
}): Stripe.TestHelpers.TestClock => ({
  id: clock.id,
  object: 'test_helpers.test_clock',
  created: clock.at,
  deletes_after: clock.at + 30 * 86_400,
  frozen_time: clock.frozen,
  livemode: false,
  name: clock.name,
  status: 'ready',
  status_details: {},
});
