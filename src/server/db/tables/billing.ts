import type { Generated } from 'kysely';
import type { DateOnly, MomentDefault } from './column-types.ts';

export interface SubscriptionsTable {
  id: Generated<string>;
  name: string;
  /** Australian cents (D-24). */
  fee: number;
  customer_type_id: number;
  duration: number | null;
  recurrence: 'year' | 'never';
  partner_fee: number | null;
  stripe: Generated<boolean>;
  stripe_price_id: string | null;
  no_of_customers: number | null;
  no_of_beds: number | null;
  start_date: Generated<DateOnly>;
  expiry_date: DateOnly | null;
  scheduled_subscription_id: string | null;
  status: Generated<'active' | 'expired'>;
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
  created_at: MomentDefault;
}
