-- The organisation: the tree of providers, their staff, permissions and care facilities (PROV-*, PUSER-*, PERM-*, FAC-*).

-- What takes long comes first, under locks that let readers pass.
create index users_staff_created on users (created_at desc, id desc) where permission_role_id <> 5;
create index users_staff_name on users
  (lower(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), id) where permission_role_id <> 5;
create index users_facility on users (customer_provider_id) where customer_provider_id is not null;
-- For taking a provider away without reading large tables whole.
create index transactions_provider on transactions (provider_id) where provider_id is not null;

-- Seven levels (GAP-94). Not checked for what stands already: an operator could make deeper trees before.
alter table providers
  add column archived_at timestamptz,
  add constraint providers_levels check (cardinality(path) <= 7) not valid;
update providers set archived_at = now() where archived;
comment on column providers.external_id is 'The fixed prefix of the product and the id in the external system, trimmed and in lower case (PROV-18)';
-- A branch that was moved has all its paths written at once: they go into the index itself, not into a list beside it that each
-- look for a branch would read whole.
alter index providers_path set (fastupdate = off);
create index providers_roots on providers (search, id) where parent_id is null;

alter table permission_roles add column version integer not null default 0;
comment on column permission_roles.version is 'Counts saves';

alter table customer_providers
  add column version integer not null default 0,
  add column search text not null generated always as (
    lower(provider_name || ' ' || coalesce(service_name, '') || ' ' || coalesce(state, '') || ' '
      || coalesce(postcode, '') || ' ' || coalesce(suburb, ''))) stored;
create index customer_providers_created on customer_providers (created_at desc, id desc);
create index customer_providers_search on customer_providers using gin (search gin_trgm_ops);
create index customer_providers_name on customer_providers (search, id);

-- The rows of customer_list are made of those of users by triggers, and the reference of users says that the provider is there.
-- For taking a provider away without reading it whole.
alter table customer_list drop constraint customer_list_provider_id_fkey;

-- Last, and without reading the rows (0027 does): while this lock is held nearly every request waits.
alter table users
  add column role text,
  add constraint users_role_check
    check (role in ('nurse', 'allied-health', 'manager', 'doctor', 'personal-carer', 'other')) not valid;
comment on column users.role is 'The job of one of the staff (PUSER-01); null where it was not asked. What they may do is permission_role_id';
