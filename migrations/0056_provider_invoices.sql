-- Invoices of providers (GAP-107, D-48): what they are for, and from which day the terms of a provider are counted.

lock table providers, transactions in access exclusive mode;

alter table providers
  add column billed_subscription_id uuid,
  add column billing_anchor date,
  add column trial_notice smallint,
  add column trial_notice_for date;
comment on column providers.billed_subscription_id is 'The payment plan of the last invoice; billing_anchor belongs to it';
comment on column providers.billing_anchor is 'The day from which the terms of the payment plan are counted, so that each keeps its day of the month (D-53)';
comment on column providers.trial_notice is 'How many days before the end of the trial the last mail about it was sent';
comment on column providers.trial_notice_for is 'The end of the trial that trial_notice belongs to';

alter table transactions
  add column plan_name text,
  add column quantity integer check (quantity > 0),
  add column unit text check (unit in ('beds', 'customers')),
  add column unit_price integer check (unit_price >= 0),
  add column payment_reference text check (length(payment_reference) <= 200),
  add column refund_reason text check (length(refund_reason) <= 500);
comment on column transactions.plan_name is 'The name of the payment plan when the invoice was made, for an invoice of a provider';
comment on column transactions.unit_price is 'Australian cents for one bed or customer';
comment on column transactions.payment_reference is 'What the administrator wrote who recorded a bank transfer';
comment on column transactions.refund_reason is 'Why an administrator recorded a refund';
create unique index transactions_term on transactions (provider_id, period_start, subscription_id) where provider_id is not null;
create index transactions_unpaid on transactions (due_date) where provider_id is not null and status = 'pending';
