-- Invoices of providers through the payment company (D-48): who the provider is there, and which invoices wait to be made there.

lock table providers, transactions in access exclusive mode;

alter table providers add column stripe_customer_id text;
create unique index providers_company_customer on providers (stripe_customer_id) where stripe_customer_id is not null;

alter table transactions
  add column at_company boolean not null default false,
  add column company_tried_at timestamptz,
  add column hosted_url text;
comment on column transactions.at_company is 'The invoice is one of the payment company; without stripe_invoice_id it waits to be made there';
comment on column transactions.company_tried_at is 'The last time the invoice was begun at the payment company: another run waits two minutes, and looks for it there first';
comment on column transactions.hosted_url is 'Page of the payment company that shows the invoice and takes its payment';
create index transactions_waiting on transactions (id) where at_company and stripe_invoice_id is null;
