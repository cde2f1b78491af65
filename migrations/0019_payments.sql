-- What customers pay for (PAY-*, BILL-*, GAP-53 to GAP-60). The payment company's words win: every row here can be read again from it.

create table payment_plans (
  user_id uuid primary key references users on delete cascade,
  subscription_id uuid not null references subscriptions,
  stripe_subscription_id text unique,
  stripe_invoice_id text,
  state text not null check (state in ('active', 'past_due', 'ended')),
  since date not null,
  period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz,
  overdue_since timestamptz,
  overdue_amount integer check (overdue_amount >= 0),
  next_amount integer check (next_amount >= 0),
  read_at timestamptz,
  promotion_code text,
  promotion_amount_off integer check (promotion_amount_off > 0),
  promotion_percent_off double precision check (promotion_percent_off > 0 and promotion_percent_off <= 100),
  tries_over_told timestamptz,
  renewal_mail_for date,
  card_mail_for date,
  reconciled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table payment_plans is 'What a person pays for, as the payment company last said. users.subscription_id is set while it is active or past due';
comment on column payment_plans.stripe_subscription_id is 'Null for what is paid once';
comment on column payment_plans.stripe_invoice_id is 'The invoice of what is paid once; null for what renews';
comment on column payment_plans.period_end is 'What was paid lasts until then; null for a plan that is paid once';
comment on column payment_plans.overdue_since is 'When a renewal failed first. Seven days later the plan ends (GAP-55)';
comment on column payment_plans.next_amount is 'Australian cents of the next renewal; null when there is none';
comment on column payment_plans.read_at is 'When what it says was read from the payment company: what was read earlier changes it no more';
comment on column payment_plans.tries_over_told is 'The failed renewal (overdue_since) of which a mail said that it is not tried again';
comment on column payment_plans.renewal_mail_for is 'The renewal of which a mail was sent before';
comment on column payment_plans.card_mail_for is 'The renewal before which a mail said that the card ends';
create index payment_plans_period_end on payment_plans (period_end) where state <> 'ended';
create index payment_plans_reconciled on payment_plans (reconciled_at nulls first, user_id) where state <> 'ended';
create index payment_plans_overdue on payment_plans (overdue_since) where overdue_since is not null;

create table payment_cards (
  user_id uuid primary key references users on delete cascade,
  payment_method_id text not null unique,
  brand text not null check (brand in ('visa', 'mastercard', 'amex', 'jcb', 'unionpay')),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  updated_at timestamptz not null default now()
);
comment on table payment_cards is 'The card that the payment company keeps for a person: what may be shown of it, never its number';

create table payment_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  subscription_id uuid not null references subscriptions,
  promotion_id text,
  promotion jsonb,
  total integer not null check (total >= 0),
  state text not null default 'open' check (state in ('open', 'paid', 'given-up')),
  stripe_subscription_id text unique,
  stripe_invoice_id text unique,
  stripe_session_id text unique,
  payments integer not null default 0,
  payment_method_id text,
  request_key text,
  request_hash bytea,
  claimed_until timestamptz,
  waits_for text check (waits_for in ('needs_action', 'processing')),
  last_error text,
  overdue boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table payment_attempts is 'One intent to pay: reloads, other tabs and other devices go on with the open one, so that none is paid twice';
comment on column payment_attempts.promotion is 'Code and coupon as they were when the intent began, and whether renewals are cheaper too';
comment on column payment_attempts.payments is 'How many cards were tried: part of the idempotency key of a payment';
comment on column payment_attempts.payment_method_id is 'The card of the last payment that was tried';
comment on column payment_attempts.request_key is 'The browser''s key of the call that worked on it last, with the hash of what it asked for: calls with the same key get the same answer';
comment on column payment_attempts.waits_for is 'Whom the payment waits for: the person at their bank, or the bank';
comment on column payment_attempts.last_error is 'Why the last payment was refused, as a text key. While it is null the outcome is not known, and the payment is repeated with its key';
comment on column payment_attempts.overdue is 'It pays an overdue renewal, which is not given up with it';
comment on column payment_attempts.claimed_until is 'Until when one call works on it; others wait';
create unique index payment_attempts_open on payment_attempts (user_id) where state = 'open';
create index payment_attempts_user on payment_attempts (user_id, created_at desc);
create index payment_attempts_due on payment_attempts (updated_at) where state = 'open';
create index payment_attempts_done on payment_attempts (updated_at) where state <> 'open';

create table payment_events (
  id text primary key,
  type text not null,
  object_id text,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  failures smallint not null default 0
);
comment on table payment_events is 'Verified events of the payment company, each once. They say what to read again; what they hold is not kept';
create index payment_events_waiting on payment_events (received_at) where handled_at is null;
create index payment_events_received on payment_events (received_at);

create table payment_drifts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  user_id uuid references users on delete set null,
  object_id text not null,
  here text,
  there text,
  found_at timestamptz not null,
  mended_at timestamptz,
  unique (kind, object_id, found_at)
);
comment on table payment_drifts is 'Where our rows and the payment company''s differed, by name';
create index payment_drifts_open on payment_drifts (found_at) where mended_at is null;
create index payment_drifts_mended on payment_drifts (found_at) where mended_at is not null;
create index payment_drifts_user on payment_drifts (user_id) where user_id is not null;

-- Subscriptions to be ended and cards to be forgotten at the payment company after the person's row is gone.
create table payment_customers_leaving (
  stripe_customer_id text primary key,
  created_at timestamptz not null default now()
);
comment on table payment_customers_leaving is 'Customers at the payment company whose account was deleted: their subscription ends there, then the row goes';

alter table transactions
  add column discount integer not null default 0 check (discount >= 0),
  add column promotion_code text,
  add column period_start date,
  add column period_end date,
  add column card_brand text,
  add column card_last4 text,
  add column language text not null default 'en' check (language in ('en', 'zh')),
  add column refunded integer not null default 0 check (refunded >= 0 and refunded <= amount),
  add column refunded_at timestamptz,
  add column receipt_mailed_at timestamptz;
comment on column transactions.discount is 'Australian cents that a promotion took off; amount is what is left to pay';
comment on column transactions.refunded is 'Australian cents that went back, all refunds together';
create unique index transactions_invoice on transactions (stripe_invoice_id) where stripe_invoice_id is not null;
create unique index transactions_number on transactions (invoice_number) where invoice_number is not null;
create index transactions_left on transactions (created_at) where user_id is null and provider_id is null;
create index transactions_user_date on transactions (user_id, invoice_date desc, id desc);

create table invoice_numbers (
  year smallint primary key,
  last integer not null check (last >= 0)
);
comment on table invoice_numbers is 'The last invoice number of each year (GAP-107)';

create unique index users_stripe_customer on users (stripe_customer_id) where stripe_customer_id is not null;
create index users_subscription on users (subscription_id) where subscription_id is not null;
