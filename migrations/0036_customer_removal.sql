-- A customer whom staff remove stays for thirty days, out of every list but their own (D-62). To servers of the release before the row
-- of customer_list is that of an archived customer; the account itself keeps its status.
alter table users
  add column removal_requested_at timestamptz,
  add column removal_requested_by uuid references users on delete set null,
  add column removal_reason_sealed bytea;
comment on column users.removal_requested_at is 'When staff removed the customer, who is deleted on delete_on; null where only the person asked';
create index users_removal_requested_by on users (removal_requested_by) where removal_requested_by is not null;

alter table customer_list add column removal_on date;
comment on column customer_list.removal_on is 'When a customer whom staff removed is deleted; status is archived until then';
create index customer_list_removal on customer_list (created_at desc, user_id desc) include (provider_id, plan)
  where removal_on is not null;

create or replace function customer_list_refresh(person uuid) returns void language plpgsql as $$
begin
  perform 1 from customer_list where user_id = person for update;
  merge into customer_list as known
  using (
    select u.id as user_id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end as status,
      u.created_at, customer_search(u.first_name, u.last_name, u.email) as search, u.invite_date, u.trial_end_date,
      lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email) as sort_name,
      case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end as plan,
      coalesce(a.locked, false) as locked, coalesce(f.waits, false) as review, f.latest as latest_update,
      case when u.removal_requested_at is not null then u.delete_on end as removal_on,
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
      known.sort_name, known.search, known.invite_date, known.trial_end_date, known.removal_on)
    is distinct from (now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at,
      now.sort_name, now.search, now.invite_date, now.trial_end_date, now.removal_on)
    then update set (provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date, removal_on)
      = row (now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at, now.sort_name,
        now.search, now.invite_date, now.trial_end_date, now.removal_on)
  when not matched and now.is_customer then
    insert (user_id, provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date, removal_on)
    values (now.user_id, now.provider_id, now.status, now.plan, now.locked, now.review, now.latest_update, now.created_at,
      now.sort_name, now.search, now.invite_date, now.trial_end_date, now.removal_on);
end $$;
create or replace trigger customer_list_change after update of permission_role_id, provider_id, status, first_name, last_name, email,
    email_verified_at, password_hash, invite_date, invite_accepted_date, trial_end_date, created_at, removal_requested_at, delete_on on users
  for each row execute function customer_list_of_user();
