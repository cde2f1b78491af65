-- People, providers and what rules them. Names follow the specification's entities (ENT-*).

create extension if not exists pg_trgm;

create table permission_roles (
  id smallint primary key,
  label text not null,
  role text not null check (role in ('user', 'provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin')),
  role_group text not null check (role_group in ('provider', 'platform', 'customer')),
  can_manage_acp boolean not null default false,
  can_manage_all boolean not null default false,
  can_manage_user boolean not null default false
);

insert into permission_roles (id, label, role, role_group, can_manage_acp, can_manage_all, can_manage_user) values
  (1, 'Organisation', 'provideradmin', 'provider', true, true, true),
  (2, 'Facility / edit', 'provideradmin', 'provider', true, false, true),
  (3, 'User / view', 'providerview', 'provider', true, false, true),
  (4, 'Administrator', 'admin', 'platform', true, true, true),
  (5, 'Customer', 'user', 'customer', false, false, false),
  (6, 'TLC administrator', 'tlcadmin', 'platform', true, true, true),
  (7, 'System administrator', 'sysadmin', 'platform', true, true, true);

create table customer_types (
  id smallint primary key,
  label text not null,
  editable boolean not null default false
);

insert into customer_types (id, label, editable) values
  (1, 'Individual', true), (2, 'Family or friend', false), (3, 'Health professional', false), (4, 'Provider', true);

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  fee integer not null check (fee >= 0),
  customer_type_id smallint not null references customer_types,
  duration smallint,
  recurrence text not null check (recurrence in ('year', 'never')),
  partner_fee integer check (partner_fee >= 0),
  stripe boolean not null default false,
  stripe_price_id text unique,
  no_of_customers integer,
  no_of_beds integer,
  start_date date not null default current_date,
  expiry_date date,
  scheduled_subscription_id uuid references subscriptions,
  status text not null default 'active' check (status in ('active', 'expired')),
  created_at timestamptz not null default now()
);
comment on column subscriptions.fee is 'Australian cents (D-24)';

create table providers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  address text, state text, postcode text, location text, phone_number text, email text,
  contact_id uuid,
  type text not null default 'internal_provider' check (type in ('internal_provider', 'external_provider')),
  parent_id uuid references providers,
  provider_root_id uuid references providers,
  path uuid[] not null default '{}',
  subscription_id uuid references subscriptions,
  subscription_start_date date,
  government_id text,
  logo text,
  external_id text unique,
  archived boolean not null default false,
  no_of_beds integer,
  no_of_customers integer,
  fee integer,
  next_billing_date date,
  trial_expiry_date date,
  created_at timestamptz not null default now()
);
comment on column providers.path is 'Ids from the root down to this provider itself: one index answers every subtree question';
create index providers_path on providers using gin (path);
create index providers_parent on providers (parent_id);

create table customer_providers (
  id uuid primary key default gen_random_uuid(),
  provider_name text not null,
  service_name text, address text, suburb text, state text, postcode text, care_type text,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  permission_role_id smallint not null default 5 references permission_roles,
  provider_id uuid references providers,
  customer_provider_id uuid references customer_providers,
  first_name text, last_name text,
  email text not null unique check (email = lower(email)),
  legacy_email text,
  phone text,
  gender text check (gender in ('Male', 'Female', 'Other')),
  dob date,
  postcode text,
  image text,
  language text not null default 'en' check (language in ('en', 'zh')),
  status text not null default 'active' check (status in ('invited', 'active', 'suspended', 'archived')),
  customer_id text,
  registration_type text,
  account_owner text not null default 'self',
  for_my_self boolean not null default true,
  medicare_sealed bytea,
  medicare_index bytea unique,
  pin_sealed bytea not null,
  share_id text not null unique,
  password_hash text,
  password_changed_at timestamptz,
  legacy_reset boolean not null default false,
  email_verified_at timestamptz,
  login_provider text not null default 'password' check (login_provider in ('password', 'external', 'social')),
  last_login_provider text,
  last_login_at timestamptz,
  cognito_sync_status text,
  eusa_read_version text, eusa_read_at timestamptz,
  privacy_policy_read_version text, privacy_policy_read_at timestamptz,
  not_owner_confirmed_at timestamptz,
  health_record_confirm_date timestamptz,
  donor_confirm_date timestamptz,
  end_of_life_documents jsonb not null default '[]',
  integrations jsonb not null default '[]',
  subscription_id uuid references subscriptions,
  stripe_customer_id text,
  stripe_promotion_id text,
  next_billing_date date,
  trial_end_date date,
  last_viewed_notifications timestamptz,
  invite_date timestamptz,
  invite_accepted_date timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)) stored,
  unique nulls distinct (provider_id, customer_id)
);
comment on column users.medicare_index is 'Keyed hash that finds an equal Medicare number without opening any (D-16)';
comment on column users.for_my_self is 'False when the account holder records the plan of another person (D-02)';
create index users_search on users using gin (search gin_trgm_ops);
create index users_created on users (created_at desc, id desc);
create index users_provider on users (provider_id, created_at desc, id desc);
create index users_legacy_email on users (legacy_email) where legacy_email is not null;
alter table providers add foreign key (contact_id) references users deferrable initially deferred;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  acting_staff_id uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  user_agent text
);
create index sessions_user on sessions (user_id);

create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table one_time_tokens is 'The link holds this id and a keyed hash of it and its purpose; the table alone opens nothing';
create index one_time_tokens_user on one_time_tokens (user_id, purpose);

create table attempts (
  scope text not null,
  subject_hash bytea not null,
  at timestamptz not null default now()
);
comment on table attempts is 'Failed or counted tries, for throttling by account, network address and operation';
create index attempts_subject on attempts (scope, subject_hash, at);
