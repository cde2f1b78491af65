-- What a row of customer_list is made of, written once: triggers and rebuilds call this function (docs/decisions/0103). Rows of people
-- who are no customers are left out, such as a sign-up whose address was not checked (D-39). The lateral joins keep one plan for one
-- person as for many. PostgreSQL inlines it while the argument is a parameter or a constant array, without a query.
create function customer_list_row(user_ids uuid[]) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end
  from users u
  left join lateral (
    select version, locked from acps where user_id = u.id and type = 'active' limit 1
  ) a on true
  cross join lateral (
    select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
      bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
    from files where user_id = u.id and category = 'ACP' and is_active
  ) f
  where u.id = any (user_ids) and u.permission_role_id = 5 and not (
    u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null)
$$;

-- Writes a customer's row again. It is locked first and read by a later statement, so that of two changes at once the second sees the
-- first.
create or replace function customer_list_refresh(person uuid) returns void language plpgsql as $$
declare
  known customer_list;
  fresh customer_list;
begin
  select * into known from customer_list where user_id = person for update;
  select * into fresh from customer_list_row(array[person]);
  if fresh.user_id is null then
    delete from customer_list where user_id = person;
  elsif known.user_id is null then
    insert into customer_list values (fresh.*);
  elsif known is distinct from fresh then
    update customer_list set (provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date,
        trial_end_date, removal_on)
      = row (fresh.provider_id, fresh.status, fresh.plan, fresh.locked, fresh.review, fresh.latest_update, fresh.created_at,
        fresh.sort_name, fresh.search, fresh.invite_date, fresh.trial_end_date, fresh.removal_on)
    where user_id = person;
  end if;
end $$;

create or replace function customer_list_of_added() returns trigger language plpgsql as $$
declare
  people uuid[] := array(select id from added);
begin
  insert into customer_list select * from customer_list_row(people)
  -- The plan of a person may be added by the same statement, and its trigger have been the first to write the row.
  on conflict (user_id) do nothing;
  return null;
end $$;

-- Whether a file is an end-of-life document decides whether it completes the plan.
create or replace trigger customer_list_file_change after update on files for each row
  when ((old.user_id, old.category, old.is_active, old.is_uploaded, old.is_questionnaire, old.is_eol, old.activated_timestamp, old.reviewed_at)
    is distinct from (new.user_id, new.category, new.is_active, new.is_uploaded, new.is_questionnaire, new.is_eol,
      new.activated_timestamp, new.reviewed_at))
  execute function customer_list_of_row();
