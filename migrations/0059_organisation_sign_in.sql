lock table one_time_tokens, providers, sessions, users in access exclusive mode;

-- Sign-in of the staff of external providers at their own organisation, with OpenID Connect (D-50). A connection is valid for its
-- provider and everything below it.
create table provider_connections (
  provider_id uuid primary key references providers on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  checked_at timestamptz not null,
  last_error text check (last_error in ('address', 'unreachable', 'issuer', 'pkce', 'algorithm', 'credentials'))
);
comment on column provider_connections.checked_at is 'When the issuer last passed the check';
comment on column provider_connections.last_error is 'Why the last check failed; null if it passed';

create table organisation_identities (
  user_id uuid primary key references users on delete cascade,
  provider_id uuid not null references providers on delete cascade,
  issuer text not null,
  subject text not null,
  joined_at timestamptz not null,
  unique (provider_id, issuer, subject)
);
comment on table organisation_identities is 'Who a person is at the issuer of a connection. Written only when the person opens a mailed link while signed in there';

create table organisation_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null references providers on delete cascade,
  token_id uuid references one_time_tokens on delete cascade,
  created_at timestamptz not null
);
comment on table organisation_sign_ins is 'Sign-ins that are at the issuer now; each can return once, to the browser in which it began';
create index organisation_sign_ins_age on organisation_sign_ins (created_at);
create index organisation_sign_ins_provider on organisation_sign_ins (provider_id);
create index organisation_sign_ins_token on organisation_sign_ins (token_id) where token_id is not null;

create table organisation_sessions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  provider_id uuid not null references providers on delete cascade,
  refresh_sealed bytea not null,
  ends_at timestamptz not null,
  due_at timestamptz not null
);
comment on table organisation_sessions is 'Sessions that end within the hour unless the issuer still knows the person';
comment on column organisation_sessions.ends_at is 'When the session ends also if the issuer still knows the person';
comment on column organisation_sessions.due_at is 'When to ask the issuer next';
create index organisation_sessions_due on organisation_sessions (due_at);
create index organisation_sessions_user on organisation_sessions (user_id);
create index organisation_sessions_provider on organisation_sessions (provider_id);

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'join-organisation'));
