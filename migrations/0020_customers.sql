-- Customers as staff list and look after them (CTABLE-*, CACT-*, CDET-*, LOCK-*, R-90 to R-92).

alter table users
  add column invitation_id uuid,
  add column email_designated_at timestamptz,
  add column archived_from text check (archived_from in ('invited', 'active', 'suspended')),
  add column reminded_at timestamptz;
comment on column users.invitation_id is 'The invitation whose link works; null for none. A link of an earlier one opens nothing';
comment on column users.reminded_at is 'When the invitation was last sent again; invite_date is then the same instant';
comment on column users.email_designated_at is 'When staff named the address of the account; null for an address that the person gave';
comment on column users.archived_from is 'What the account was when it was archived, for who takes that back';
alter table providers add column search text not null generated always as (lower(name)) stored;
create index providers_search on providers (search, id);
create index users_staff on users (provider_id, id) where permission_role_id <> 5;

alter table acps
  add column locked_at timestamptz,
  add column locked_by uuid references users on delete set null,
  add column restored_at timestamptz,
  add column restored_from integer;
comment on column acps.restored_at is 'When staff brought this state back; completed_at and updated_at stay those of the person (LOCK-01)';
comment on column acps.restored_from is 'The plan version that it was brought back from';

alter table files
  add column added_by uuid references users on delete set null,
  add column reviewed_at timestamptz,
  add column reviewed_by uuid references users on delete set null;
comment on column files.added_by is 'The staff member who added it in the account; null for the person';
comment on column files.reviewed_at is 'When staff checked that it belongs to the person and can be read. Says nothing of its validity in law';

-- One row for each customer, kept by triggers, with what the list of customers shows, is narrowed and is sorted by: narrow, and
-- right whatever wrote the change. A sign-up whose address was not checked is no customer yet and has no row (D-39).
create table customer_list (
  user_id uuid primary key references users on delete cascade,
  provider_id uuid references providers,
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  plan text not null check (plan in ('none', 'draft', 'complete')),
  locked boolean not null,
  review boolean not null,
  latest_update timestamptz,
  created_at timestamptz not null,
  sort_name text not null,
  search text not null,
  invite_date timestamptz,
  trial_end_date date
);
comment on column customer_list.plan is 'complete: has an ACP file (CTABLE-07, CON-16); draft: a plan was begun; none: nothing yet';
comment on column customer_list.review is 'An uploaded directive or external plan waits for a check by staff (GAP-83)';
comment on column customer_list.latest_update is 'When the newest ACP file was activated (CTABLE-08)';
create index customer_list_created on customer_list (created_at desc, user_id desc);
create index customer_list_provider on customer_list (provider_id, created_at desc, user_id desc);
create index customer_list_search on customer_list using gin (search gin_trgm_ops);

-- Customers are counted by differences, which never wait for each other; a job folds them into the totals.
create table customer_counts (
  provider_id uuid,
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  plan text not null check (plan in ('none', 'draft', 'complete')),
  customers bigint not null,
  unique nulls not distinct (provider_id, status, plan)
);
create table customer_count_changes (
  id bigint primary key generated always as identity,
  provider_id uuid,
  status text not null check (status in ('invited', 'active', 'suspended', 'archived')),
  plan text not null check (plan in ('none', 'draft', 'complete')),
  change integer not null
);
create index customer_count_changes_provider on customer_count_changes (provider_id);
comment on table customer_count_changes is 'What is not in customer_counts yet: the number of customers is the sum of both';

create function customer_list_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if tg_op = 'UPDATE' and (new.provider_id, new.status, new.plan) is not distinct from (old.provider_id, old.status, old.plan) then
      return null;
    end if;
    insert into customer_count_changes (provider_id, status, plan, change) values (old.provider_id, old.status, old.plan, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into customer_count_changes (provider_id, status, plan, change) values (new.provider_id, new.status, new.plan, 1);
  end if;
  return null;
end $$;
create trigger customer_list_count after insert or update or delete on customer_list
  for each row execute function customer_list_count();

-- Writes a customer's row again out of the tables it is made of. The row is locked first and read in a statement of its own, so
-- that of two changes at once the second sees the first.
create function customer_list_refresh(person uuid) returns void language plpgsql as $$
begin
  perform 1 from customer_list where user_id = person for update;
  merge into customer_list as known
  using (
    select u.id as user_id, u.provider_id, u.status, u.created_at, u.search, u.invite_date, u.trial_end_date,
      lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email) as sort_name,
      case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end as plan,
      coalesce(a.locked, false) as locked, coalesce(f.waits, false) as review, f.latest as latest_update,
      u.permission_role_id = 5 and not (
        u.status = 'active' and u.email_verified_at is null and u.password_hash is not null
        and u.invite_accepted_date is null) as is_customer
    from users u
    left join acps a on a.user_id = u.id and a.type = 'active'
    cross join lateral (
      select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
        bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
      from files where user_id = u.id and category = 'ACP' and is_active
    ) f
    where u.id = person
  ) as now on known.user_id = now.user_id
  when matched and not now.is_customer then delete
  when matched and (known.provider_id, known.status, known.plan, known.locked, known.review, known.latest_update, known.created_at,
      known.sort_name, known.search, known.invite_date, known.trial_end_date)
    is distinct from (now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at,
      now.sort_name, now.search, now.invite_date, now.trial_end_date)
    then update set (provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date)
      = row (now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at, now.sort_name,
        now.search, now.invite_date, now.trial_end_date)
  when not matched and now.is_customer then
    insert (user_id, provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date)
    values (now.user_id, now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at,
      now.sort_name, now.search, now.invite_date, now.trial_end_date);
end $$;

create function customer_list_of_user() returns trigger language plpgsql as $$
begin
  perform customer_list_refresh(new.id);
  return null;
end $$;
create trigger customer_list_new after insert on users for each row execute function customer_list_of_user();
create trigger customer_list_change after update of permission_role_id, provider_id, status, first_name, last_name, email,
    email_verified_at, password_hash, invite_date, invite_accepted_date, trial_end_date, created_at on users
  for each row execute function customer_list_of_user();

create function customer_list_of_row() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform customer_list_refresh(old.user_id); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.user_id <> old.user_id) then perform customer_list_refresh(new.user_id); end if;
  return null;
end $$;
create trigger customer_list_plan_new after insert on acps for each row when (new.type = 'active')
  execute function customer_list_of_row();
create trigger customer_list_plan_gone after delete on acps for each row when (old.type = 'active')
  execute function customer_list_of_row();
create trigger customer_list_plan_change after update on acps for each row
  when (new.locked <> old.locked or (new.version > 0) <> (old.version > 0) or new.type <> old.type)
  execute function customer_list_of_row();
create trigger customer_list_file after insert or delete on files for each row execute function customer_list_of_row();
create trigger customer_list_file_change after update on files for each row
  when ((old.category, old.is_active, old.is_uploaded, old.is_questionnaire, old.activated_timestamp, old.reviewed_at)
    is distinct from (new.category, new.is_active, new.is_uploaded, new.is_questionnaire, new.activated_timestamp, new.reviewed_at))
  execute function customer_list_of_row();

insert into customer_list (user_id, provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date)
select u.id, u.provider_id, u.status,
  case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
  coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
  lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email), u.search, u.invite_date, u.trial_end_date
from users u
left join acps a on a.user_id = u.id and a.type = 'active'
cross join lateral (
  select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
    bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
  from files where user_id = u.id and category = 'ACP' and is_active
) f
where u.permission_role_id = 5 and not (
  u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null);
