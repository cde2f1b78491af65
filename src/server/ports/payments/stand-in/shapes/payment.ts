import type Stripe from 'stripe';

export const paymentIntentShape = (intent: {
  id: string;
  secret: string;
  at: number;
  cents: number;
  customerId: string;
  description: string | null;
}): Stripe.PaymentIntent => ({
  id: intent.id,
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount: intent.cents,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: `${intent.id}_secret_${intent.secret}`,
  confirmation_method: 'automatic',
  created: intent.at,
  currency: 'aud',
  customer: intent.customerId,
  customer_account: null,
  description: intent.description,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
});

export const setupIntentShape = (intent: {
  id: string;
  secret: string;
  at: number;
  customerId: string | null;
  metadata: Record<string, string>;
}): Stripe.SetupIntent => ({
  id: intent.id,
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${intent.id}_secret_${intent.secret}`,
  created: intent.at,
  customer: intent.customerId,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: null,
  mandate: null,
  metadata: intent.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: 'requires_payment_method',
  usage: 'off_session',
});

type ChargeFailure = { code: string; message: string; decline_code?: string };

const chargeOutcome = (failure: ChargeFailure | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: failure ? 'declined_by_network' : 'approved_by_network',
  reason: failure?.decline_code ?? failure?.code ?? null,
  seller_message: failure
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: failure ? 'issuer_declined' : 'authorized',
});

export const chargeShape = (charge: {
  id: string;
  at: number;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  failure: ChargeFailure | null;
}): Stripe.Charge => {
  const { id, at, intent, method, failure } = charge;
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'WATTLE',
    captured: !failure,
    created: at,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: chargeOutcome(failure),
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', ...(method.card && { card: chargedCard(method.card) }) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
};

const chargedCard = (card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails.Card =>
  ({
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }) satisfies Stripe.Charge.PaymentMethodDetails.Card;

export const refundShape = (refund: {
  id: string;
  at: number;
  charge: Stripe.Charge;
  cents: number;
}): Stripe.Refund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.cents,
  balance_transaction: null,
  charge: refund.charge.id,
  created: refund.at,
  currency: refund.charge.currency,
  customer: refund.charge.customer,
  customer_account: null,
  metadata: {},
  payment_intent: refund.charge.payment_intent,
  payment_method: refund.charge.payment_method,
  reason: 'requested_by_customer',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

export const invoicePaymentShape = (payment: {
  id: string;
  at: number;
  invoiceId: string;
  intent: Stripe.PaymentIntent;
}): Stripe.InvoicePayment => ({
  id: payment.id,
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: payment.intent.amount,
  created: payment.at,
  currency: payment.intent.currency,
  invoice: payment.invoiceId,
  is_default: true,
  livemode: false,
  payment: { payment_intent: payment.intent.id, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});
