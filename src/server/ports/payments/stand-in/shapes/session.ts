import type Stripe from 'stripe';

export const sessionShape = (session: {
  id: string;
  at: number;
  url: string;
  customer: Stripe.Customer;
  mode: 'subscription' | 'payment';
  reference: string | null;
  metadata: Record<string, string>;
  locale: string | null;
  successUrl: string;
  cancelUrl: string | null;
  subtotal: number;
  total: number;
}): Stripe.Checkout.Session => ({
  id: session.id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: ['card'],
  amount_subtotal: session.subtotal,
  amount_total: session.total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: session.cancelUrl,
  client_reference_id: session.reference,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: session.at,
  currency: 'aud',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: session.customer.id,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: session.at + 86_400,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: session.locale,
  managed_payments: null,
  metadata: session.metadata,
  mode: session.mode,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: session.successUrl,
  total_details: {
    amount_discount: session.subtotal - session.total,
    amount_shipping: 0,
    amount_tax: 0,
  },
  ui_mode: 'hosted_page',
  url: session.url,
  wallet_options: null,
});

export const lineItemShape = (id: string, price: Stripe.Price, description: string): Stripe.LineItem => ({
  id,
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: price.unit_amount ?? 0,
  amount_tax: 0,
  amount_total: price.unit_amount ?? 0,
  currency: price.currency,
  description,
  metadata: {},
  price,
  quantity: 1,
});
