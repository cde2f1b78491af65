-- What makes each change whole: its audit row, its events and its answer to a repeated call.

create table audit_log (
  chain text not null,
  seq integer not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  acting_staff_id uuid,
  action text not null,
  subject_id text,
  details jsonb not null default '{}',
  hash bytea not null,
  primary key (chain, seq)
);
comment on table audit_log is 'Append-only. Each row''s hash is keyed and covers the row and the hash before it in its chain (D-17)';

create table audit_heads (
  chain text primary key,
  seq integer not null,
  hash bytea not null
);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_no_change before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();

create table outbox (
  id bigint generated always as identity primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
comment on table outbox is 'Events of committed changes, handed to the job queue in order and then deleted';

create table idempotency_keys (
  actor_id text not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  answer_sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  message_id text not null unique,
  to_address text not null,
  subject text not null,
  html text not null,
  plain text not null,
  created_at timestamptz not null default now()
);
comment on table mail_outbox is 'The stand-in mail server of development and tests keeps its mails here';

create table sent_messages (
  message_id text primary key,
  sent_at timestamptz not null default now()
);
comment on table sent_messages is 'Mails already handed to the mail server, so that a repeated job sends none twice';

create table install_secrets (
  name text primary key,
  value_sealed bytea not null
);
comment on table install_secrets is 'The root of signatures and of the audit chain, sealed: it outlives every rotation of the sealing keys';
