-- Payments in the order of the lists of staff.
create index transactions_date on transactions (invoice_date desc, id desc);
create index transactions_provider_date on transactions (provider_id, invoice_date desc, id desc);
