-- The place that the fill of the reports reached is the id of a customer. It is removed when the fill has ended, because that customer
-- may be deleted (D-19).
lock table report_fill in access exclusive mode;

create or replace function report_fill_next(most integer) returns integer language plpgsql as $$
declare
  people uuid[];
  reached uuid;
  is_last boolean;
begin
  select after into reached from report_fill where done_at is null for update skip locked;
  if not found then return 0; end if;
  people := array(select user_id from customer_list where user_id > reached order by user_id limit most);
  is_last := cardinality(people) < most;
  perform 1 from customer_list where user_id = any (people) order by user_id for update;
  insert into customer_milestones
  select (m).* from (select milestones_of(c) as m from customer_list c where c.user_id = any (people) offset 0) made
  on conflict (user_id) do nothing;
  insert into plan_entries (user_id, seq, provider_id, at, actor_id)
  select c.user_id, l.seq, c.provider_id, l.at, coalesce(l.acting_staff_id, l.actor_id)
  from customer_list c join audit_log l on l.chain = c.user_id::text
  where c.user_id = any (people) and is_plan_entry(l.action, l.details)
  on conflict (user_id, seq) do nothing;
  update report_fill set
    after = case when is_last then '00000000-0000-0000-0000-000000000000' else people[cardinality(people)] end,
    done_at = case when is_last then clock_timestamp() end;
  return cardinality(people);
end $$;

update report_fill set after = '00000000-0000-0000-0000-000000000000' where done_at is not null;
