import type Stripe from 'stripe';
import { planShape } from './catalogue.ts';

export const subscriptionShape = (subscription: {
  id: string;
  itemId: string;
  at: number;
  periodEnd: number;
  price: Stripe.Price;
  customerId: string;
  clockId: string | null;
  metadata: Record<string, string>;
}): Stripe.Subscription => ({
  id: subscription.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: subscription.at,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: subscription.at,
  currency: subscription.price.currency,
  customer: subscription.customerId,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: {
    object: 'list',
    data: [
      {
        id: subscription.itemId,
        object: 'subscription_item',
        billing_thresholds: null,
        created: subscription.at,
        current_period_end: subscription.periodEnd,
        current_period_start: subscription.at,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planShape(subscription.price),
        price: subscription.price,
        quantity: 1,
        subscription: subscription.id,
        tax_rates: [],
      },
    ],
    has_more: false,
    url: `/v1/subscription_items?subscription=${subscription.id}`,
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: subscription.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: ['card'],
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: subscription.at,
  status: 'incomplete',
  test_clock: subscription.clockId,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
});
