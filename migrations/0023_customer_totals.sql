-- How many customers all providers have together, so that one who sees all of them reads twelve rows instead of twelve for each
-- provider (API-14). Kept by triggers on customer_counts: servers of the release before fold into that without knowing of it.

create table customer_totals (
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  plan text not null check (plan in ('none', 'draft', 'complete')),
  customers bigint not null,
  primary key (status, plan)
);
comment on table customer_totals is 'The sums of customer_counts over all providers; a row for every status and plan';
insert into customer_totals (status, plan, customers)
select status, plan, 0 from unnest(array['invited', 'active', 'suspended', 'archived']) status,
  unnest(array['none', 'draft', 'complete']) plan;

-- All rows are locked in their order first, so that two at once wait for each other in turn.
create function customer_totals_keep() returns trigger language plpgsql as $$
begin
  perform 1 from customer_totals order by status, plan for update;
  if tg_op = 'INSERT' then
    update customer_totals t set customers = t.customers + d.change
    from (select status, plan, sum(customers) as change from added group by status, plan) d
    where t.status = d.status and t.plan = d.plan;
  elsif tg_op = 'DELETE' then
    update customer_totals t set customers = t.customers - d.change
    from (select status, plan, sum(customers) as change from gone group by status, plan) d
    where t.status = d.status and t.plan = d.plan;
  else
    update customer_totals t set customers = t.customers + d.change
    from (
      select status, plan, sum(customers) as change from (
        select status, plan, customers from added union all select status, plan, -customers from gone
      ) both_ends group by status, plan
    ) d
    where t.status = d.status and t.plan = d.plan;
  end if;
  return null;
end $$;
create trigger customer_totals_added after insert on customer_counts referencing new table as added
  for each statement execute function customer_totals_keep();
create trigger customer_totals_changed after update on customer_counts referencing old table as gone new table as added
  for each statement execute function customer_totals_keep();
create trigger customer_totals_gone after delete on customer_counts referencing old table as gone
  for each statement execute function customer_totals_keep();

update customer_totals t set customers = c.customers
from (select status, plan, sum(customers) as customers from customer_counts group by status, plan) c
where c.status = t.status and c.plan = t.plan;

-- A search looks through the newest customers first: their words stand in the index of that order. The index that this one takes
-- the place of goes in a migration of its own (0027): a lock that keeps readers out is not held while others are made.
create index customer_list_newest on customer_list (created_at desc, user_id desc)
  include (provider_id, status, plan, review, invite_date, trial_end_date, search) where status <> 'archived';
