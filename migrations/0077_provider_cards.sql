lock table providers, transactions in access exclusive mode;

create table provider_cards (
  provider_id uuid primary key references providers on delete cascade,
  brand text not null check (brand in ('visa', 'mastercard', 'amex', 'jcb', 'unionpay')),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  updated_at timestamptz not null default now()
);
comment on table provider_cards is 'The card that the payment company charges for the invoices of a provider: brand, last digits and expiry, never its number';

alter table transactions add column charge_failed boolean not null default false;
comment on column transactions.charge_failed is 'An open invoice of the payment company whose last charge to a card was refused';
