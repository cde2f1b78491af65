-- Connections of providers to a residential-care system (INTEG-01 to INTEG-05, GAP-110, GAP-111, D-49, D-51).

lock table files, providers, users in access exclusive mode;

create table provider_integrations (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null unique references providers on delete cascade,
  type text not null default 'ecase' check (type in ('ecase')),
  address text not null check (length(address) <= 500),
  facility_code text not null check (length(facility_code) <= 50),
  user_name text not null check (length(user_name) <= 100),
  secret_sealed bytea not null,
  secret_saved_at timestamptz not null,
  checked_at timestamptz,
  failed_at timestamptz,
  failure text check (failure in ('credentials', 'unreachable', 'unexpected')),
  residents_loaded_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column provider_integrations.address is 'Address of the interface of the residential-care system';
comment on column provider_integrations.checked_at is 'When the system last accepted the credentials';
comment on column provider_integrations.failed_at is 'When the last call failed, null after one that succeeded; failure says how';
comment on column provider_integrations.residents_loaded_at is 'When all active residents were last read';

create table integration_residents (
  integration_id uuid not null references provider_integrations on delete cascade,
  resident_id text not null check (length(resident_id) between 1 and 100),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  birth_date date,
  medicare_card bytea,
  active boolean not null default true,
  seen_at timestamptz not null,
  match text not null default 'none' check (match in ('suggested', 'several', 'differs', 'none')),
  suggested_user_id uuid references users on delete set null,
  primary key (integration_id, resident_id)
);
comment on table integration_residents is 'Residents as the system last listed them; those of a load that are no longer listed become inactive';
comment on column integration_residents.medicare_card is 'The keyed hash of the Medicare number, as in users.medicare_card';
comment on column integration_residents.match is 'What comparing name, birth date and Medicare number with the customers of the provider found, for residents without a link';
create index integration_residents_order on integration_residents (integration_id, lower(last_name), lower(first_name), resident_id);
create index integration_residents_suggested on integration_residents (suggested_user_id) where suggested_user_id is not null;

create table integration_cleanups (
  id uuid primary key default gen_random_uuid(),
  integration_id uuid not null references provider_integrations on delete cascade,
  cleaned_by uuid references users on delete set null,
  cleaned_at timestamptz not null,
  undone_at timestamptz
);
comment on table integration_cleanups is 'Links removed together because their residents left; each can be undone for thirty days (D-49)';
create index integration_cleanups_integration on integration_cleanups (integration_id, cleaned_at);
create index integration_cleanups_cleaned_by on integration_cleanups (cleaned_by) where cleaned_by is not null;

create table integration_links (
  id uuid primary key default gen_random_uuid(),
  integration_id uuid not null references provider_integrations on delete cascade,
  resident_id text not null check (length(resident_id) between 1 and 100),
  user_id uuid not null references users on delete cascade,
  linked_by uuid references users on delete set null,
  linked_at timestamptz not null,
  unlinked_at timestamptz,
  cleanup_id uuid references integration_cleanups on delete set null,
  sent_version integer,
  sent_at timestamptz,
  withdrawn_at timestamptz,
  sending_at timestamptz,
  failure text check (failure in ('credentials', 'unreachable', 'unexpected', 'refused', 'locked', 'noPlan')),
  failed_at timestamptz
);
comment on column integration_links.unlinked_at is 'When the link was removed by hand or by the clean-up; null while it is in use';
comment on column integration_links.sent_version is 'acps.plan_version of the plan that the system has; null if it has none';
comment on column integration_links.withdrawn_at is 'When the document there was marked as withdrawn';
comment on column integration_links.sending_at is 'When a sending began whose outcome is not recorded; null if there is none. Two never run at once';
create unique index integration_links_resident on integration_links (integration_id, resident_id) where unlinked_at is null;
create unique index integration_links_user on integration_links (user_id) where unlinked_at is null;
create index integration_links_user_all on integration_links (user_id);
create index integration_links_linked_by on integration_links (linked_by) where linked_by is not null;
create index integration_links_cleanup on integration_links (cleanup_id) where cleanup_id is not null;

create table integration_syncs (
  id uuid primary key default gen_random_uuid(),
  integration_id uuid not null references provider_integrations on delete cascade,
  started_by uuid references users on delete set null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  ended_at timestamptz
);
comment on column integration_syncs.beat_at is 'When the job that runs it last reported; a run without a beat for a minute is taken up again';
create unique index integration_syncs_running on integration_syncs (integration_id) where state = 'running';
create index integration_syncs_integration on integration_syncs (integration_id, started_at);
create index integration_syncs_started_by on integration_syncs (started_by) where started_by is not null;

create table integration_sync_lines (
  sync_id uuid not null references integration_syncs on delete cascade,
  link_id uuid not null references integration_links on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'same', 'withdrawn', 'failed')),
  failure text check (failure in ('credentials', 'unreachable', 'unexpected', 'refused', 'locked', 'noPlan')),
  plan_version integer,
  ended_at timestamptz,
  primary key (sync_id, link_id)
);
create index integration_sync_lines_link on integration_sync_lines (link_id);
create index integration_sync_lines_open on integration_sync_lines (sync_id) where state in ('waiting', 'sending');

create table integration_papers (
  link_id uuid not null references integration_links on delete cascade,
  paper_id text not null check (length(paper_id) between 1 and 100),
  file_id uuid references files on delete set null,
  failure text check (failure in ('credentials', 'unreachable', 'unexpected', 'refused', 'tooLarge')),
  seen_at timestamptz not null,
  primary key (link_id, paper_id)
);
comment on table integration_papers is 'Papers of linked residents in the system, with the files made from them (D-51)';
create index integration_papers_file on integration_papers (file_id) where file_id is not null;
