import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of payment; part of `personalTables`. */
export const paymentTables = {
  payment_plans: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words(
      'state since period_end cancel_at_period_end ended_at overdue_since overdue_amount next_amount promotion_code',
    ),
    leftOut: {
      internal: words(
        'user_id subscription_id stripe_subscription_id stripe_invoice_id read_at promotion_amount_off',
        'promotion_percent_off tries_over_told renewal_mail_for card_mail_for reconciled_at created_at updated_at',
      ),
    },
  },
  payment_cards: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('brand last4 exp_month exp_year'),
    leftOut: { internal: words('user_id payment_method_id updated_at') },
  },
  provider_cards: {
    owner: 'added_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('added_by added_at') },
    impersonal: words('provider_id brand last4 exp_month exp_year updated_at'),
  },
  provider_card_tries: {
    owner: 'added_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('added_by tried_at') },
    impersonal: words('provider_id payment_method_id'),
  },
  payment_attempts: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words(
        'id user_id subscription_id promotion_id promotion total state stripe_subscription_id stripe_invoice_id',
        'stripe_session_id payments payment_method_id request_key request_hash claimed_until waits_for last_error',
        'overdue created_at updated_at',
      ),
    },
  },
  payment_events: {
    owner: 'customer_id',
    onDeletion: 'expire',
    leftOut: {
      internal: words('id type object_id customer_id created_at received_at handled_at failures'),
    },
  },
  payment_drifts: {
    owner: 'user_id',
    onDeletion: 'anonymise',
    leftOut: { internal: words('id kind user_id object_id here there found_at mended_at') },
  },
  payment_customers_leaving: {
    owner: 'stripe_customer_id',
    onDeletion: 'expire',
    leftOut: { internal: words('stripe_customer_id created_at') },
  },
  transactions: {
    owner: 'user_id',
    onDeletion: 'anonymise',
    exported: words(
      'amount discount refunded invoice_date due_date payment_date status invoice_number promotion_code period_start',
      'period_end card_brand card_last4 refunded_at',
    ),
    leftOut: {
      internal: words(
        'user_id subscription_id stripe_invoice_pdf stripe_customer_id stripe_invoice_id language created_at',
        'receipt_mailed_at plan_name quantity unit unit_price payment_reference refund_reason',
        'at_company company_tried_at hosted_url charge_failed',
      ),
    },
    impersonal: words('id provider_id'),
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
