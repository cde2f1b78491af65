-- Lists of customers that staff import (IMPORT-*, GAP-109, API-56).

alter table customer_imports
  add column state text not null default 'done'
    check (state in ('arriving', 'arrived', 'checked', 'running', 'done', 'stopped')),
  add column size integer check (size > 0),
  add column key_sealed bytea,
  add column total integer not null default 0 check (total >= 0),
  add column reached integer not null default 0 check (reached >= 0),
  add column line integer not null default 0 check (line >= 0),
  add column done integer not null default 0 check (done >= 0),
  add column failed integer not null default 0 check (failed >= 0),
  add column started_at timestamptz,
  add column finished_at timestamptz;
comment on column customer_imports.state is 'arriving: the file is being sent; checked: read once, with its provider; stopped: its importer may no longer add customers there';
comment on column customer_imports.key_sealed is 'Opens the file in the object store; null once the file is removed';
comment on column customer_imports.total is 'Lines with a customer';
comment on column customer_imports.reached is 'Lines with a customer that were worked on; done and failed together';
comment on column customer_imports.line is 'The last of them as a line of the file';
create index customer_imports_provider on customer_imports (provider_id, created_at desc, id desc) where state in ('running', 'done', 'stopped');
create index customer_imports_files on customer_imports (created_at) where key_sealed is not null;

create table customer_import_problems (
  import_id uuid not null references customer_imports on delete cascade,
  line integer not null check (line >= 1),
  row_sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (import_id, line)
);
comment on table customer_import_problems is 'Lines that could not be used, for who is to mend them; kept for thirty days';
comment on column customer_import_problems.row_sealed is 'The cells as they stood in the file and what is wrong with them, as JSON';
create index customer_import_problems_old on customer_import_problems (created_at);
