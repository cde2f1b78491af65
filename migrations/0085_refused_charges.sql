lock table transactions in access exclusive mode;

create table provider_charge_refusals (
  charge_id text primary key,
  transaction_id uuid not null references transactions on delete cascade,
  reason text not null check (reason in ('declined', 'insufficient', 'expired', 'cvc', 'bank-check-failed', 'limit', 'not-allowed', 'try-later')),
  refused_at timestamptz not null,
  next_try_at timestamptz,
  card_brand text check (card_brand in ('visa', 'mastercard', 'amex', 'jcb', 'unionpay')),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$')
);
create index provider_charge_refusals_of_invoice on provider_charge_refusals (transaction_id, refused_at);
comment on table provider_charge_refusals is 'Charges for invoices of providers that the bank of the card refused; one mail was sent about each';
comment on column provider_charge_refusals.charge_id is 'The id of the charge at the payment company';
comment on column provider_charge_refusals.next_try_at is 'When the payment company charges the card again by itself; null if it does not';
