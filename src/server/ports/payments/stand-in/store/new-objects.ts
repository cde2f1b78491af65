import { newId } from './ids.ts';
import type { Kind, Kinds } from './kinds.ts';

type Fields = {
  /** Prefix of ids. */
  prefix: string;
  /** Fields with their first value. */
  first?: object;
  /** Names of fields that are null at first. The product reads few of them, but Stripe sends all. */
  nulls?: string;
};

const list = (url: string) => ({ object: 'list', data: [], has_more: false, url });

/** The fields of new objects of each kind, beside `id`, `object`, `created`, `livemode` and `metadata`. */
const fields: Readonly<Record<Kind, Fields>> = {
  customer: {
    prefix: 'cus',
    first: {
      ...{ balance: 0, delinquent: false, next_invoice_sequence: 1, preferred_locales: [] },
      ...{ tax_exempt: 'none', invoice_settings: { default_payment_method: null } },
    },
    nulls: `address currency customer_account default_source description discount email invoice_prefix name phone shipping
      test_clock`,
  },
  product: { prefix: 'prod', first: { active: true, type: 'service' } },
  price: {
    prefix: 'price',
    first: { active: true, billing_scheme: 'per_unit', currency: 'aud', tax_behavior: 'unspecified' },
    nulls:
      'custom_unit_amount lookup_key nickname recurring tiers_mode transform_quantity unit_amount_decimal',
  },
  coupon: {
    prefix: 'coupon',
    first: { duration: 'once', times_redeemed: 0, valid: true },
    nulls: 'amount_off currency duration_in_months max_redemptions name percent_off redeem_by',
  },
  promotion_code: {
    prefix: 'promo',
    first: { active: true, restrictions: { first_time_transaction: false }, times_redeemed: 0 },
    nulls: 'customer customer_account expires_at max_redemptions',
  },
  discount: { prefix: 'di' },
  payment_method: {
    prefix: 'pm',
    first: { allow_redisplay: 'unspecified', type: 'card' },
    nulls: 'customer customer_account',
  },
  setup_intent: {
    prefix: 'seti',
    first: { status: 'requires_payment_method', usage: 'off_session' },
    nulls: 'last_setup_error next_action payment_method',
  },
  payment_intent: {
    prefix: 'pi',
    first: {
      ...{
        amount_capturable: 0,
        amount_details: { tip: {} },
        amount_received: 0,
        capture_method: 'automatic',
      },
      ...{ confirmation_method: 'automatic', currency: 'aud', payment_method_types: ['card'] },
      ...{ setup_future_usage: 'off_session', status: 'requires_payment_method' },
    },
    nulls: `allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at
      cancellation_reason customer_account description excluded_payment_method_types last_payment_error latest_charge
      managed_payments next_action on_behalf_of payment_method payment_method_configuration_details payment_method_options
      payment_record processing receipt_email review shipping source statement_descriptor statement_descriptor_suffix
      transfer_data transfer_group`,
  },
  charge: {
    prefix: 'ch',
    first: { amount_refunded: 0, billing_details: {}, disputed: false, fraud_details: {}, refunded: false },
    nulls: `application application_fee application_fee_amount balance_transaction calculated_statement_descriptor description
      failure_balance_transaction failure_code failure_message on_behalf_of receipt_email receipt_number receipt_url review
      shipping source source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group`,
  },
  subscription: {
    prefix: 'sub',
    first: {
      ...{ automatic_tax: { enabled: false }, billing_mode: { type: 'flexible' }, billing_schedules: [] },
      ...{ cancel_at_period_end: false, cancellation_details: { reason: null }, currency: 'aud' },
      ...{ collection_method: 'charge_automatically', default_tax_rates: [], discounts: [] },
      ...{ invoice_settings: { issuer: { type: 'self' } }, status: 'incomplete' },
    },
    nulls: `application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at canceled_at
      customer_account days_until_due default_payment_method default_source description ended_at latest_invoice managed_payments
      next_pending_invoice_item_invoice on_behalf_of pause_collection payment_settings pending_invoice_item_interval
      pending_setup_intent pending_update schedule test_clock transfer_data trial_end trial_settings trial_start`,
  },
  invoice: {
    prefix: 'in',
    first: {
      ...{
        amount_due: 0,
        amount_overpaid: 0,
        amount_paid: 0,
        amount_paid_off_stripe: 0,
        amount_remaining: 0,
      },
      ...{ amount_shipping: 0, attempt_count: 0, attempted: false, auto_advance: false },
      ...{
        automatic_tax: { enabled: false },
        billing_reason: 'manual',
        collection_method: 'charge_automatically',
      },
      ...{ currency: 'aud', default_tax_rates: [], discounts: [], issuer: { type: 'self' } },
      ...{ lines: list('/v1/invoices/lines'), payment_settings: {}, post_payment_credit_notes_amount: 0 },
      ...{ pre_payment_credit_notes_amount: 0, starting_balance: 0, status: 'draft', subtotal: 0, total: 0 },
      ...{ status_transitions: { finalized_at: null, paid_at: null, voided_at: null } },
    },
    nulls: `account_country account_name account_tax_ids application automatically_finalizes_at confirmation_secret custom_fields
      customer_account customer_address customer_email customer_name customer_phone customer_shipping customer_tax_exempt
      customer_tax_ids default_payment_method default_source description due_date effective_at ending_balance footer
      from_invoice hosted_invoice_url invoice_pdf last_finalization_error latest_revision next_payment_attempt number
      on_behalf_of parent receipt_number rendering shipping_cost shipping_details statement_descriptor subtotal_excluding_tax
      test_clock total_discount_amounts total_excluding_tax total_pretax_credit_amounts total_taxes webhooks_delivered_at`,
  },
  'checkout.session': {
    prefix: 'cs_test',
    first: { currency: 'aud', payment_status: 'unpaid', status: 'open', ui_mode: 'hosted_page' },
    nulls: 'invoice payment_intent subscription',
  },
};

/** Returns a new object of a kind. */
export function newObject<K extends Kind>(kind: K, created: number, own: Partial<Kinds[K]>): Kinds[K] {
  const { prefix, first, nulls = '' } = fields[kind];
  const names = nulls.split(/\s+/).filter((name) => name !== '');
  const general = { id: newId(prefix), object: kind, created, livemode: false, metadata: {} };
  return {
    ...general,
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...first,
    ...own,
  } as unknown as Kinds[K];
}
