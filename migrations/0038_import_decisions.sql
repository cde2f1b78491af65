-- Imports that tell before they start what they will do, and that can be taken back until their invitations leave.

alter table customer_imports
  add column fresh integer check (fresh >= 0),
  add column doubtful integer check (doubtful >= 0),
  add column faulty integer check (faulty >= 0),
  add column addressless integer check (addressless >= 0),
  add column updated integer not null default 0 check (updated >= 0),
  add column kept integer not null default 0 check (kept >= 0),
  add column taken_back integer not null default 0 check (taken_back >= 0),
  add column send_now boolean not null default true,
  add column invitations text check (invitations in ('waiting', 'sent', 'taken back')),
  add column invitations_due_at timestamptz;
comment on column customer_imports.fresh is 'Lines with a new customer, when the list was checked; null before';
comment on column customer_imports.doubtful is 'Lines with a person who may be a customer already';
comment on column customer_imports.faulty is 'Lines that cannot be used';
comment on column customer_imports.addressless is 'New customers without an e-mail address';
comment on column customer_imports.updated is 'Lines that updated a customer who was there';
comment on column customer_imports.kept is 'Lines whose customer was left as they are';
comment on column customer_imports.taken_back is 'Customers who were removed when the import was taken back';
comment on column customer_imports.invitations is 'Null when they left one by one with the import, as those of older imports did';

create table customer_import_lines (
  import_id uuid not null references customer_imports on delete cascade,
  line integer not null check (line >= 1),
  kind text not null check (kind in ('mend', 'email', 'medicare_number', 'customer_id', 'name')),
  person_id uuid references users on delete set null,
  decision text check (decision in ('skip', 'update', 'add')),
  primary key (import_id, line)
);
comment on table customer_import_lines is 'Lines of a checked list that cannot be used, or whose person may be a customer already; gone when the import is over';
create index customer_import_lines_person on customer_import_lines (person_id) where person_id is not null;

create table customer_import_additions (
  user_id uuid primary key references users on delete cascade,
  import_id uuid not null references customer_imports on delete cascade
);
comment on table customer_import_additions is 'Customers whom an import added and whose invitations have not left';
create index customer_import_additions_import on customer_import_additions (import_id, user_id);
create index customer_imports_waiting on customer_imports (invitations_due_at) where invitations = 'waiting';
