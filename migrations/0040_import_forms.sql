-- How the lists of a provider are written, so that the next one is read the same way.

alter table customer_imports add column form jsonb;
comment on column customer_imports.form is 'Encoding, columns and century by which the list is read; null for the template in UTF-8';

create table import_forms (
  provider_id uuid primary key references providers on delete cascade,
  heads text[] not null,
  columns jsonb not null,
  century smallint not null check (century in (19, 20)),
  updated_at timestamptz not null default now()
);
comment on table import_forms is 'The columns that staff matched for the last list of a provider';
