lock table files, transactions, users in access exclusive mode;

-- Payments in the order of the lists of staff.
create index transactions_date on transactions (invoice_date desc, id desc);
create index transactions_provider_date on transactions (provider_id, invoice_date desc, id desc);

create table earlier_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('questionnaire', 'eol')),
  user_id uuid references users on delete cascade,
  file_id uuid references files on delete set null,
  legacy_email text not null,
  file_name text not null,
  size integer not null check (size > 0),
  sha256 bytea not null,
  key_sealed bytea,
  content bytea,
  status text not null default 'waiting' check (status in ('waiting', 'refused', 'done')),
  problem text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create unique index earlier_files_once on earlier_files (kind, legacy_email, sha256);
create index earlier_files_date on earlier_files (kind, created_at desc, id desc);
create index earlier_files_user on earlier_files (user_id) where user_id is not null;
create index earlier_files_file on earlier_files (file_id) where file_id is not null;
comment on table earlier_files is 'Files of the earlier system that a system administrator gives to customers (GAP-115)';
comment on column earlier_files.user_id is 'The customer whom it is linked to; null while none has its address';
comment on column earlier_files.file_id is 'The file that was made of it';
comment on column earlier_files.content is 'Its bytes, sealed block by block with the key; null once a file was made of it';
