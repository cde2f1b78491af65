-- Second steps, sessions inside other accounts, settings, and what people ask of their own data.

create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('sms', 'totp')),
  value_sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  created_at timestamptz not null default now()
);
comment on column second_factors.value_sealed is 'A telephone number (E.164), or the shared secret of an authenticator app (base32)';
comment on column second_factors.last_step is 'The time step of the last code taken from an app: it and earlier ones are not taken again';
create index second_factors_user on second_factors (user_id);
create unique index second_factors_app on second_factors (user_id) where kind = 'totp' and confirmed_at is not null;

create table recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
comment on column recovery_codes.code_hash is 'Keyed hash; a code has 80 random bits and is shown once';

create table second_step_challenges (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'add-phone', 'login-as-customer')),
  factor_id uuid references second_factors on delete cascade,
  code_hash bytea,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  tries smallint not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table second_step_challenges is 'A first step that was passed and waits for its second. The code is bound to it, and a new password ends it';
create index second_step_challenges_user on second_step_challenges (user_id);

alter table sessions
  add column staff_session_id uuid references sessions on delete cascade,
  add column second_step_at timestamptz;
comment on column sessions.staff_session_id is 'The staff member''s own session, to return to from a customer''s account (D-14)';

create table staff_visits (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid references users on delete set null,
  customer_id uuid not null references users on delete cascade,
  session_id uuid references sessions on delete set null,
  reason_sealed bytea not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (ends_at > started_at)
);
comment on table staff_visits is 'Each time that a staff member logged in as a customer (D-14). Open until ended_at; over at ends_at, or when its session is gone';
comment on column staff_visits.reason_sealed is 'Why, in the words of the staff member';
create index staff_visits_open on staff_visits (ends_at) where ended_at is null;
create index staff_visits_customer on staff_visits (customer_id, started_at desc);
create index staff_visits_session on staff_visits (session_id);
create index sessions_staff_session on sessions (staff_session_id) where staff_session_id is not null;

create table known_devices (
  user_id uuid not null references users on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);
comment on table known_devices is 'Browsers and systems, without versions, with which a person has signed in: another one is told by mail';

alter table users
  add column date_format text not null default 'DD/MM/YY' check (date_format in ('DD/MM/YY', 'DD/MM/YYYY', 'YYYY-MM-DD')),
  add column second_step_on boolean not null default false,
  add column tries_told_at timestamptz,
  add column delete_on date,
  add column deletion_requested_at timestamptz,
  add column deletion_reminded_at timestamptz;
comment on column users.second_step_on is 'True from the first confirmed factor until the person turns the second step off';
comment on column users.tries_told_at is 'When the person was last told by mail of wrong passwords that somebody typed';
comment on column users.delete_on is 'The Melbourne date on which the account is deleted, as the person asked (D-19)';
create index users_delete_on on users (delete_on) where delete_on is not null;

create table pictures (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  provider_id uuid references providers on delete cascade,
  type text not null check (type in ('image/webp', 'image/png', 'image/jpeg')),
  content bytea not null check (octet_length(content) <= 1048576),
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (provider_id is null))
);
comment on table pictures is 'Portraits and logos, drawn anew and small. Documents never lie here';
create unique index pictures_user on pictures (user_id) where user_id is not null;
create unique index pictures_provider on pictures (provider_id) where provider_id is not null;

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  new_customers boolean not null default true,
  new_users boolean not null default true,
  acp_completed boolean not null default true,
  acp_updated boolean not null default true,
  frequency text not null default 'all' check (frequency in ('all', 'important', 'none')),
  email_frequency text not null default 'monthly' check (email_frequency in ('monthly', 'annually', 'never')),
  digest_sent_until timestamptz,
  updated_at timestamptz not null default now()
);
comment on table notification_settings is 'Somebody without a row has the defaults of the columns';

create table data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  archive_sealed bytea,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz
);
create index data_exports_user on data_exports (user_id, requested_at desc);
create unique index data_exports_waiting on data_exports (user_id) where status = 'waiting';

create table mail_settings (
  id smallint primary key default 1 check (id = 1),
  sender_name text not null default 'Wattle',
  reply_to text,
  version integer not null default 0,
  updated_at timestamptz not null default now()
);

create table mail_templates (
  template text not null,
  language text not null check (language in ('en', 'zh')),
  subject text not null,
  body text not null,
  version integer not null default 1,
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now(),
  primary key (template, language)
);
comment on table mail_templates is 'Words that an administrator put in place of the original ones';

create table help_messages (
  id uuid primary key default gen_random_uuid(),
  ticket integer generated always as identity unique,
  user_id uuid references users on delete set null,
  topic text not null,
  message_sealed bytea not null,
  language text not null check (language in ('en', 'zh')),
  mailed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column help_messages.message_sealed is 'Name, address and words, as JSON; deleted when it was mailed and a month has passed';

alter table mail_outbox
  add column sender_name text,
  add column reply_to text;

alter table providers add column version integer not null default 0;
comment on column providers.version is 'Counts every save: a save must name the version it was based on (D-18)';

-- The template that edits a facility manages plans, everything and users (PERM-07).
update permission_roles set can_manage_all = true where id = 2;

-- Lists of activities over many people, newest first.
create index recent_activities_created on recent_activities (created_at desc, id desc);

-- Sealed values look like chance: trying to compress them costs time and saves nothing.
alter table acps alter column answers_sealed set storage external, alter column snapshot_sealed set storage external;
alter table idempotency_keys alter column answer_sealed set storage external;
alter table data_exports alter column archive_sealed set storage external;
-- And rows of a few thousand bytes are quicker to replace whole than by way of a second table.
alter table acps set (toast_tuple_target = 8160, fillfactor = 70);
alter table idempotency_keys set (toast_tuple_target = 8160);
