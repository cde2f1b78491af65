lock table audit_log, customer_list, users in access exclusive mode;
-- Numbers of the reports by provider and month, and the entries of the audit trail about plans by provider (REP-01, REP-02, GAP-114).
-- Triggers maintain both; customers of the previous releases are added in the background by report_fill_next.

-- The dates of a customer's plan, in Melbourne. Once recorded they stay: signing again or another file is no second completion.
create table customer_milestones (
  user_id uuid primary key references users on delete cascade,
  provider_id uuid,
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  joined_on date not null,
  started_on date,
  completed_on date,
  external boolean not null default false,
  changed_on date[] not null default '{}'
);
comment on column customer_milestones.joined_on is 'When the customer was added';
comment on column customer_milestones.started_on is 'When a draft began; null without one, and for a plan that consists of papers';
comment on column customer_milestones.completed_on is 'When the first file of the present plan was activated; null unless the plan is complete';
comment on column customer_milestones.external is 'Whether the plan was completed by an uploaded file';
comment on column customer_milestones.changed_on is 'When a complete plan was signed again or got another file';

create table report_months (
  provider_id uuid,
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  month date not null,
  joined bigint not null default 0,
  started bigint not null default 0,
  finished bigint not null default 0,
  completed bigint not null default 0,
  external bigint not null default 0,
  changed bigint not null default 0,
  days_7 bigint not null default 0,
  days_28 bigint not null default 0,
  days_90 bigint not null default 0,
  days_more bigint not null default 0,
  unique nulls not distinct (provider_id, status, month)
);
comment on table report_months is 'Numbers of customers by month; report_month_changes has the later differences';
comment on column report_months.finished is 'Drafts that became complete plans';
comment on column report_months.days_7 is 'Of completed: at most 7 days after the customer was added; days_28 and days_90 are above that';

create table report_month_changes (
  id bigint primary key generated always as identity,
  like report_months including defaults including constraints
);
create index report_month_changes_provider on report_month_changes (provider_id);

create table report_month_totals (
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  month date not null,
  joined bigint not null default 0,
  started bigint not null default 0,
  finished bigint not null default 0,
  completed bigint not null default 0,
  external bigint not null default 0,
  changed bigint not null default 0,
  days_7 bigint not null default 0,
  days_28 bigint not null default 0,
  days_90 bigint not null default 0,
  days_more bigint not null default 0,
  primary key (status, month)
);
comment on table report_month_totals is 'The sums of report_months over all providers';

create function month_of(day date) returns date immutable parallel safe language sql
  return day - extract(day from day)::integer + 1;
create function melbourne_day(at timestamptz) returns date stable parallel safe language sql
  return (at at time zone 'Australia/Melbourne')::date;

-- Each number that a customer counts in, with its month.
create function milestone_months(m customer_milestones) returns table (month date, kind text) immutable language plpgsql as $$
begin
  return query
  select month_of(m.joined_on), 'joined'
  union all select month_of(m.started_on), 'started' where m.started_on is not null
  union all select month_of(m.completed_on), counted
    from unnest(array['completed', case when m.external then 'external' end,
      case when m.started_on is not null then 'finished' end,
      case when m.completed_on - m.joined_on <= 7 then 'days_7' when m.completed_on - m.joined_on <= 28 then 'days_28'
        when m.completed_on - m.joined_on <= 90 then 'days_90' else 'days_more' end]) counted
    where m.completed_on is not null and counted is not null
  union all select month_of(day), 'changed' from unnest(m.changed_on) day;
end $$;

create function report_months_of_added() returns trigger language plpgsql as $$
begin
  insert into report_month_changes (provider_id, status, month, joined, started, finished, completed, external, changed,
    days_7, days_28, days_90, days_more)
  select a.provider_id, a.status, k.month, count(*) filter (where k.kind = 'joined'), count(*) filter (where k.kind = 'started'),
    count(*) filter (where k.kind = 'finished'), count(*) filter (where k.kind = 'completed'),
    count(*) filter (where k.kind = 'external'), count(*) filter (where k.kind = 'changed'),
    count(*) filter (where k.kind = 'days_7'), count(*) filter (where k.kind = 'days_28'),
    count(*) filter (where k.kind = 'days_90'), count(*) filter (where k.kind = 'days_more')
  from added a cross join lateral milestone_months(a::customer_milestones) k
  group by a.provider_id, a.status, k.month;
  return null;
end $$;
create trigger customer_milestones_added after insert on customer_milestones referencing new table as added
  for each statement execute function report_months_of_added();

create function report_months_of_changed() returns trigger language plpgsql as $$
begin
  insert into report_month_changes (provider_id, status, month, joined, started, finished, completed, external, changed,
    days_7, days_28, days_90, days_more)
  select e.provider_id, e.status, e.month, s.joined, s.started, s.finished, s.completed, s.external, s.changed, s.days_7, s.days_28,
    s.days_90, s.days_more
  from (
    select e.provider_id, e.status, e.month,
      array_agg(e.kind) as kinds, array_agg(e.sign) as signs
    from (
      select old.provider_id, old.status, k.month, k.kind, -1 as sign from milestone_months(old) k
      union all select new.provider_id, new.status, k.month, k.kind, 1 from milestone_months(new) k where tg_op = 'UPDATE'
    ) e group by e.provider_id, e.status, e.month
  ) e
  cross join lateral (
    select coalesce(sum(sign) filter (where kind = 'joined'), 0) as joined, coalesce(sum(sign) filter (where kind = 'started'), 0) as started,
      coalesce(sum(sign) filter (where kind = 'finished'), 0) as finished,
      coalesce(sum(sign) filter (where kind = 'completed'), 0) as completed,
      coalesce(sum(sign) filter (where kind = 'external'), 0) as external,
      coalesce(sum(sign) filter (where kind = 'changed'), 0) as changed,
      coalesce(sum(sign) filter (where kind = 'days_7'), 0) as days_7, coalesce(sum(sign) filter (where kind = 'days_28'), 0) as days_28,
      coalesce(sum(sign) filter (where kind = 'days_90'), 0) as days_90,
      coalesce(sum(sign) filter (where kind = 'days_more'), 0) as days_more
    from unnest(e.kinds, e.signs) as each (kind, sign)
  ) s
  where (s.joined, s.started, s.finished, s.completed, s.external, s.changed, s.days_7, s.days_28, s.days_90, s.days_more)
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;
create trigger customer_milestones_changed after update on customer_milestones for each row
  when (old.* is distinct from new.*) execute function report_months_of_changed();
create trigger customer_milestones_gone after delete on customer_milestones for each row
  execute function report_months_of_changed();

-- The milestones of a customer who has none yet. A draft of before this migration counts from the creation of the plan.
create function milestones_of(c customer_list) returns customer_milestones stable language plpgsql as $$
declare
  m customer_milestones;
  began date;
  has_answers boolean;
begin
  m.user_id := c.user_id; m.provider_id := c.provider_id; m.status := c.status; m.joined_on := melbourne_day(c.created_at);
  m.external := false; m.changed_on := '{}';
  if c.plan = 'none' then return m; end if;
  select melbourne_day(created_at) into began from acps where user_id = c.user_id and type = 'active' and version > 0;
  if c.plan = 'complete' then
    select melbourne_day(coalesce(min(activated_timestamp), c.latest_update, c.created_at)), coalesce(bool_or(is_questionnaire), false)
      into m.completed_on, has_answers
      from files where user_id = c.user_id and category = 'ACP' and is_active and not is_eol;
    m.external := not has_answers;
    m.started_on := least(began, m.completed_on);
    if has_answers then m.started_on := coalesce(m.started_on, m.completed_on); elsif began > m.completed_on or began is null then m.started_on := null; end if;
  else
    m.started_on := coalesce(began, melbourne_day(now()));
  end if;
  return m;
end $$;

create function customer_milestones_begin() returns trigger language plpgsql as $$
begin
  insert into customer_milestones
  select (m).* from (select milestones_of(a::customer_list) as m from added a offset 0) made
  on conflict (user_id) do nothing;
  return null;
end $$;
create trigger customer_list_milestones_begin after insert on customer_list referencing new table as added
  for each statement execute function customer_milestones_begin();

create function customer_milestones_keep() returns trigger language plpgsql as $$
declare
  m customer_milestones;
begin
  select * into m from customer_milestones where user_id = new.user_id for update;
  if not found then
    m := milestones_of(new);
    insert into customer_milestones select (m).* on conflict (user_id) do nothing;
    return null;
  end if;
  if m.provider_id is distinct from new.provider_id then
    update plan_entries set provider_id = new.provider_id where user_id = new.user_id;
  end if;
  m.provider_id := new.provider_id; m.status := new.status; m.joined_on := melbourne_day(new.created_at);
  if new.plan = 'none' then
    m.started_on := null; m.completed_on := null; m.external := false; m.changed_on := '{}';
  elsif new.plan = 'draft' then
    m.started_on := coalesce(m.started_on, melbourne_day(now())); m.completed_on := null; m.external := false;
  elsif m.completed_on is null then
    m.completed_on := melbourne_day(coalesce(new.latest_update, now()));
    m.external := not exists (
      select 1 from files where user_id = new.user_id and category = 'ACP' and is_active and is_questionnaire);
    if not m.external then m.started_on := least(coalesce(m.started_on, m.completed_on), m.completed_on);
    else m.started_on := least(m.started_on, m.completed_on); end if;
  elsif old.plan = 'complete' and new.latest_update > old.latest_update then
    m.changed_on := m.changed_on || melbourne_day(new.latest_update);
  end if;
  update customer_milestones set provider_id = m.provider_id, status = m.status, joined_on = m.joined_on, started_on = m.started_on,
    completed_on = m.completed_on, external = m.external, changed_on = m.changed_on
  where user_id = new.user_id;
  return null;
end $$;
create trigger customer_list_milestones_keep after update on customer_list for each row
  when ((old.provider_id, old.status, old.plan, old.latest_update, old.created_at)
    is distinct from (new.provider_id, new.status, new.plan, new.latest_update, new.created_at))
  execute function customer_milestones_keep();

-- A person who is no customer any more has neither.
create function customer_milestones_end() returns trigger language plpgsql as $$
begin
  delete from customer_milestones where user_id = old.user_id;
  delete from plan_entries where user_id = old.user_id;
  return null;
end $$;
create trigger customer_list_milestones_end after delete on customer_list for each row execute function customer_milestones_end();

-- The entries of the audit trail about the plans of customers, by the provider that they live at now. Every fact is in audit_log.
create table plan_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  seq integer not null,
  provider_id uuid,
  at timestamptz not null,
  actor_id uuid,
  unique (user_id, seq)
);
create index plan_entries_at on plan_entries (at desc, id desc) include (user_id, actor_id);
create index plan_entries_provider on plan_entries (provider_id, at desc, id desc) include (user_id, actor_id);

-- Whether an entry belongs in the audit report: refused tries and openings that showed no plan do not. `planActions` of src/domain/reports/audit-events.ts has the same names.
create function is_plan_entry(action text, details jsonb) returns boolean immutable parallel safe language sql as $$
  select not details ? 'refused' and details->>'plan' is distinct from 'false' and action = any (array[
    'updateAnswers', 'openEmergency', 'openCustomerPlan', 'downloadCustomerPlan', 'readCustomerEmergency', 'openPlanSharedWithMe', 'openSharedPlan',
    'mailMyPlan', 'renewEmergencyCard', 'activateFile', 'activateEndOfLifeDocument', 'openCustomerFile', 'openSharedFile',
    'recordEmergencyFile', 'downloadEolFile', 'deleteFile', 'reviewFiles', 'insertSharedFiles', 'acceptContactRequest',
    'deleteTrustedContact', 'stepBack', 'lockCustomer', 'externalCustomer', 'rollbackACP', 'removeEndOfLifeDocument',
    'loginAsCustomer', 'returnToOwn', 'downloadDataExport'])
$$;

create function plan_entries_add() returns trigger language plpgsql as $$
begin
  insert into plan_entries (user_id, seq, provider_id, at, actor_id)
  select c.user_id, new.seq, c.provider_id, new.at, coalesce(new.acting_staff_id, new.actor_id)
  from customer_list c where c.user_id = new.chain::uuid
  on conflict (user_id, seq) do nothing;
  return null;
end $$;
create trigger audit_log_plan_entries after insert on audit_log for each row
  when (new.chain ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and is_plan_entry(new.action, new.details)) execute function plan_entries_add();

-- Adds the next customers of before this migration to both. Their rows are locked, so that a change at the same time waits.
create table report_fill (
  id boolean primary key default true check (id),
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz
);
insert into report_fill default values;
create function report_fill_next(most integer) returns integer language plpgsql as $$
declare
  people uuid[];
  reached uuid;
begin
  select after into reached from report_fill where done_at is null for update skip locked;
  if not found then return 0; end if;
  people := array(select user_id from customer_list where user_id > reached order by user_id limit most);
  perform 1 from customer_list where user_id = any (people) order by user_id for update;
  insert into customer_milestones
  select (m).* from (select milestones_of(c) as m from customer_list c where c.user_id = any (people) offset 0) made
  on conflict (user_id) do nothing;
  insert into plan_entries (user_id, seq, provider_id, at, actor_id)
  select c.user_id, l.seq, c.provider_id, l.at, coalesce(l.acting_staff_id, l.actor_id)
  from customer_list c join audit_log l on l.chain = c.user_id::text
  where c.user_id = any (people) and is_plan_entry(l.action, l.details)
  on conflict (user_id, seq) do nothing;
  update report_fill set after = coalesce(people[cardinality(people)], after),
    done_at = case when cardinality(people) < most then clock_timestamp() end;
  return cardinality(people);
end $$;

-- The last checks of the whole audit trail.
create table audit_checks (
  id bigint primary key generated always as identity,
  started_at timestamptz not null,
  checked_at timestamptz not null,
  entries bigint not null,
  broken_chains integer not null,
  first_entry integer
);
comment on column audit_checks.first_entry is 'Number of the first entry that is wrong or missing, in its chain';
