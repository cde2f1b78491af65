-- Lists with a column that names the house of each customer, and lines that are mended in place.

alter table customer_imports
  add column houses jsonb,
  add column mended integer not null default 0 check (mended >= 0),
  add column reached_again integer,
  add constraint customer_imports_reached_again check (reached_again = reached);
comment on column customer_imports.houses is 'New customers by the id of their provider, when the list was checked; null for a list without a column for the house';
comment on column customer_imports.mended is 'How often a line was mended in place';
comment on column customer_imports.reached_again is 'The same as reached where the list names houses or lines were mended. Servers of the release before write reached alone, so that they cannot work on such a list and add customers to the wrong house';
