import type { Generated, JSONColumnType } from 'kysely';
import type { CardBrand } from '../../../domain/billing/cards/card.ts';
import type { DeclineReason } from '../../../domain/billing/payment-company/provider-facts.ts';
import type { Coupon } from '../../../domain/billing/pricing.ts';
import type { DateOnly, Moment, MomentDefault } from './column-types.ts';

export interface SubscriptionsTable {
  id: Generated<string>;
  name: string;
  /** Australian cents (D-24). */
  fee: number;
  customer_type_id: number;
  duration: 'monthly' | 'annually-1' | 'annually-2' | 'annually-3' | null;
  /** Null except for individuals. */
  recurrence: 'year' | 'never' | null;
  partner_fee: number | null;
  stripe: Generated<boolean>;
  stripe_price_id: string | null;
  no_of_customers: number | null;
  no_of_beds: number | null;
  start_date: Generated<DateOnly>;
  expiry_date: DateOnly | null;
  scheduled_subscription_id: string | null;
  status: Generated<'active' | 'expired'>;
  version: Generated<number>;
  created_at: MomentDefault;
}

export interface TransactionsTable {
  id: Generated<string>;
  subscription_id: string | null;
  /** Australian cents (D-24). */
  amount: number;
  invoice_date: DateOnly;
  payment_date: DateOnly | null;
  due_date: DateOnly | null;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  stripe_invoice_pdf: string | null;
  stripe_customer_id: string | null;
  stripe_invoice_id: string | null;
  user_id: string | null;
  provider_id: string | null;
  invoice_number: string | null;
  /** Australian cents. */
  discount: Generated<number>;
  promotion_code: string | null;
  period_start: DateOnly | null;
  period_end: DateOnly | null;
  card_brand: string | null;
  card_last4: string | null;
  language: Generated<'en' | 'zh'>;
  /** Australian cents. */
  refunded: Generated<number>;
  refunded_at: Moment | null;
  receipt_mailed_at: Moment | null;
  plan_name: string | null;
  quantity: number | null;
  unit: 'beds' | 'customers' | null;
  /** Australian cents. */
  unit_price: number | null;
  payment_reference: string | null;
  refund_reason: string | null;
  at_company: Generated<boolean>;
  company_tried_at: Moment | null;
  hosted_url: string | null;
  charge_failed: Generated<boolean>;
  created_at: MomentDefault;
}

export interface PaymentPlansTable {
  user_id: string;
  subscription_id: string;
  stripe_subscription_id: string | null;
  stripe_invoice_id: string | null;
  state: 'active' | 'past_due' | 'ended';
  since: DateOnly;
  period_end: Moment | null;
  cancel_at_period_end: Generated<boolean>;
  ended_at: Moment | null;
  overdue_since: Moment | null;
  /** Australian cents. */
  overdue_amount: number | null;
  /** Australian cents. */
  next_amount: number | null;
  read_at: Moment | null;
  promotion_code: string | null;
  /** Australian cents. */
  promotion_amount_off: number | null;
  promotion_percent_off: number | null;
  tries_over_told: Moment | null;
  renewal_mail_for: DateOnly | null;
  card_mail_for: DateOnly | null;
  reconciled_at: Moment | null;
  created_at: MomentDefault;
  updated_at: MomentDefault;
}

export interface PaymentCardsTable {
  user_id: string;
  payment_method_id: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'jcb' | 'unionpay';
  last4: string;
  exp_month: number;
  exp_year: number;
  updated_at: MomentDefault;
}

export interface ProviderCardsTable {
  provider_id: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'jcb' | 'unionpay';
  last4: string;
  exp_month: number;
  exp_year: number;
  updated_at: MomentDefault;
  added_by: string | null;
  added_at: Moment | null;
}

export interface ProviderCardTriesTable {
  provider_id: string;
  payment_method_id: string;
  added_by: string | null;
  tried_at: Moment;
}

export interface ProviderChargeRefusalsTable {
  charge_id: string;
  transaction_id: string;
  reason: DeclineReason;
  refused_at: Moment;
  next_try_at: Moment | null;
  card_brand: CardBrand | null;
  card_last4: string | null;
}

/** A promotion as it was when a payment attempt began. */
export type KeptPromotion = { code: string; coupon: Coupon; everyYear: boolean };

export interface PaymentAttemptsTable {
  id: Generated<string>;
  user_id: string;
  subscription_id: string;
  promotion_id: string | null;
  promotion: JSONColumnType<KeptPromotion> | null;
  /** Australian cents. */
  total: number;
  state: Generated<'open' | 'paid' | 'given-up'>;
  stripe_subscription_id: string | null;
  stripe_invoice_id: string | null;
  stripe_session_id: string | null;
  payments: Generated<number>;
  payment_method_id: string | null;
  request_key: string | null;
  request_hash: Buffer | null;
  claimed_until: Moment | null;
  waits_for: 'needs_action' | 'processing' | null;
  last_error: string | null;
  overdue: Generated<boolean>;
  created_at: MomentDefault;
  updated_at: MomentDefault;
}

export interface PaymentEventsTable {
  id: string;
  type: string;
  object_id: string | null;
  customer_id: string | null;
  created_at: Moment;
  received_at: MomentDefault;
  handled_at: Moment | null;
  failures: Generated<number>;
}

export interface PaymentDriftsTable {
  id: Generated<string>;
  kind: string;
  user_id: string | null;
  object_id: string;
  here: string | null;
  there: string | null;
  found_at: Moment;
  mended_at: Moment | null;
}

export interface PaymentCustomersLeavingTable {
  stripe_customer_id: string;
  created_at: MomentDefault;
}

export interface InvoiceNumbersTable {
  year: number;
  last: number;
}
