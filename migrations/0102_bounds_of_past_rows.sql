-- Recent activities and records of sent mails become partitioned by time in 0104, and their present tables the first partitions
-- (issue 30, docs/decisions/0147). The checks give that partition its upper bound: a whole period from now, at least one month away,
-- or later if a wrong clock wrote a later row. Without them 0104 would read all rows while it holds the locks.
lock table recent_activities, sent_messages in access exclusive mode;

do $$
declare
  newest timestamptz;
begin
  select greatest(now(), max(created_at)) + interval '1 month' into newest from recent_activities;
  execute format('alter table recent_activities add constraint past_bound check (created_at < %L) not valid',
    (date_trunc('year', newest at time zone 'UTC') + interval '1 year') at time zone 'UTC');
  select greatest(now(), max(sent_at)) + interval '1 month' into newest from sent_messages;
  execute format('alter table sent_messages add constraint past_bound check (sent_at < %L) not valid',
    (date_trunc('month', newest at time zone 'UTC') + interval '1 month') at time zone 'UTC');
end $$;
