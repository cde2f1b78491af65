-- Recent activities by year, records of sent mails by month: a nightly task makes partitions ahead and drops old ones whole
-- (issue 30, docs/decisions/0147). The present tables become the partitions of the past, unread and unchanged. Partitions are in a
-- schema of their own, so that the tables of `public` stay those of the product. Rows that fit no partition go to the `_rest`.
-- The names and columns stay, so every earlier server continues.
-- compatible-from: 0001
lock table recent_activities, sent_messages, users in access exclusive mode;

create schema parts;

do $$
begin
  alter table recent_activities set schema parts;
  alter table parts.recent_activities rename to recent_activities_past;
  alter table sent_messages set schema parts;
  alter table parts.sent_messages rename to sent_messages_past;
end $$;

-- Without a primary key, which would have to include the time and would be built over all rows: each partition keeps its own.
create table recent_activities (
  id uuid not null default gen_random_uuid(),
  template text not null,
  metadata jsonb not null default '{}',
  user_id uuid not null references users on delete cascade,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null default now()
) partition by range (created_at);
create index recent_activities_user on recent_activities (user_id, created_at desc, id desc);
create index recent_activities_actor on recent_activities (actor_id) where actor_id is not null;
create index recent_activities_newest on recent_activities (created_at desc, id desc) include (user_id);
create index recent_activities_listed on recent_activities (created_at desc, id desc) include (user_id) where not metadata ? 'import';

create table sent_messages (
  message_id text not null,
  sent_at timestamptz not null default now()
) partition by range (sent_at);
comment on table sent_messages is 'Mails already handed to the mail server, so that a repeated job sends none twice';

-- Servers of the previous release delete old rows by ctid, which is unique only within a partition: their statement would delete
-- young rows of other partitions too, and their mails could be sent twice. Can be removed one release later. Times in the future are left
-- out: an operator corrects what a wrong clock wrote.
create function sent_messages_keep_young() returns trigger language plpgsql as $$
begin
  if old.sent_at between now() - interval '59 days' and now() + interval '1 day' then return null; end if;
  return old;
end $$;
create trigger sent_messages_keep_young before delete on sent_messages
  for each row execute function sent_messages_keep_young();

do $$
declare
  parent text;
  bound text;
begin
  foreach parent in array array['recent_activities', 'sent_messages'] loop
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = format('parts.%I', parent || '_past')::regclass and conname = 'past_bound';
    execute format('alter table %I attach partition parts.%I for values from (minvalue) to (%L)', parent, parent || '_past', bound);
    execute format('alter table parts.%I drop constraint past_bound', parent || '_past');
    execute format('create table parts.%I partition of %I default', parent || '_rest', parent);
  end loop;
  alter table parts.recent_activities_rest add primary key (id);
  alter table parts.sent_messages_rest add primary key (message_id);
end $$;
