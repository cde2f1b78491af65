-- A list of customers adds many in one statement, whose rows of customer_list are written together too. Each is made of the same as in
-- customer_list_refresh, found by its person one at a time: a plan of this statement is kept, and must do for one row as for many.
create function customer_list_of_added() returns trigger language plpgsql as $$
begin
  insert into customer_list (user_id, provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date, trial_end_date)
  select u.id, u.provider_id, u.status,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email), u.invite_date, u.trial_end_date
  from added u
  left join lateral (
    select version, locked from acps where user_id = u.id and type = 'active' limit 1
  ) a on true
  cross join lateral (
    select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
      bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
    from files where user_id = u.id and category = 'ACP' and is_active
  ) f
  where u.permission_role_id = 5 and not (
    u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null)
  -- The plan of a person may be added by the same statement, and its trigger have been the first to write the row.
  on conflict (user_id) do nothing;
  return null;
end $$;
-- Replaced, and not dropped: no reader waits.
create or replace trigger customer_list_new after insert on users referencing new table as added
  for each statement execute function customer_list_of_added();
