-- Tells the database that is in use from copies of it, together with a mark beside the files (docs/decisions/0081).

create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  generation bigint not null default 1
);
comment on table installation is 'One row: which installation this database is of, and how often it was marked as the one in use';
