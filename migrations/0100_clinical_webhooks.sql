-- Webhooks of clinical systems (X-06, docs/decisions/0145), and who added a key.
lock table clinical_clients, clinical_keys, users in access exclusive mode;

alter table clinical_keys add column added_by uuid references users on delete set null;
comment on column clinical_keys.added_by is 'Null for keys added before this column, and after the deletion of the account';
create index clinical_keys_added_by on clinical_keys (added_by) where added_by is not null;

create table clinical_webhooks (
  id uuid primary key,
  client_id uuid not null unique references clinical_clients on delete cascade,
  address text not null check (length(address) between 1 and 500),
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  events integer not null default 0,
  delivered_at timestamptz,
  failing_since timestamptz,
  failure text check (length(failure) <= 40),
  stopped_at timestamptz
);
comment on table clinical_webhooks is 'Addresses to which changes of plans are announced. The secret is derived from the id, which is new for each address';
comment on column clinical_webhooks.events is 'Number of announced changes';
comment on column clinical_webhooks.failing_since is 'First failure after the last delivery';
create index clinical_webhooks_set_by on clinical_webhooks (set_by) where set_by is not null;

create table clinical_notices (
  id uuid primary key,
  webhook_id uuid not null references clinical_webhooks on delete cascade,
  user_id uuid not null,
  plan_version integer,
  change text not null check (change in ('signed', 'changed', 'restored', 'locked', 'unlocked', 'withdrawn')),
  number integer not null,
  created_at timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'left')),
  failure text check (length(failure) <= 40)
);
comment on table clinical_notices is 'Changes announced to clinical systems, by ids only, for thirty days';
comment on column clinical_notices.user_id is 'Kept after the deletion of the account, which is announced too';
comment on column clinical_notices.state is 'left: the webhook or the resident was no longer there';
create index clinical_notices_webhook on clinical_notices (webhook_id, number desc);
create index clinical_notices_created on clinical_notices (created_at);
