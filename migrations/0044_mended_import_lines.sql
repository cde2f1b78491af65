-- What staff mended in lines of a checked list, until its import is over.

create table customer_import_mends (
  import_id uuid not null references customer_imports on delete cascade,
  line integer not null check (line >= 1),
  cells_sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (import_id, line)
);
comment on table customer_import_mends is 'Cells that replace those of a line of the file; gone when the import is over';
comment on column customer_import_mends.cells_sealed is 'The cells by column, as JSON';
