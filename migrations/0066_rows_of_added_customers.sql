-- Adding customers costs less: customer_list_row of 0060 read the added people again by id. What a row contains is now a function of one
-- row of users, so that the trigger passes the rows that it has. PostgreSQL inlines it if its argument is a row constructor.
create function customer_list_row_of(u users) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end
  from (
    select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
      bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
    from files where user_id = u.id and category = 'ACP' and is_active
  ) f
  left join lateral (
    select version, locked from acps where user_id = u.id and type = 'active' limit 1
  ) a on true
  where u.permission_role_id = 5 and not (
    u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null)
$$;

create or replace function customer_list_row(user_ids uuid[]) returns setof customer_list stable parallel safe language sql as $$
  select made.* from users u cross join lateral customer_list_row_of(row(u.*)::users) made where u.id = any (user_ids)
$$;

create or replace function customer_list_of_added() returns trigger language plpgsql as $$
begin
  insert into customer_list select made.* from added a cross join lateral customer_list_row_of(a::users) made
  -- The plan of a person may be added by the same statement, and its trigger have written the row first.
  on conflict (user_id) do nothing;
  return null;
end $$;

-- Updates the row of a customer. The row is locked first and read by a later statement, so that of two changes at the same time the
-- second sees the first. Without a row the person is locked instead: another transaction may be making the person a customer, for example
-- by confirming the address of a sign-up, and would not see a change of the plan here.
create or replace function customer_list_refresh(person uuid) returns void language plpgsql as $$
declare
  known customer_list;
  fresh customer_list;
begin
  select * into known from customer_list where user_id = person for update;
  if not found then
    perform 1 from users where id = person for no key update;
    select * into known from customer_list where user_id = person for update;
  end if;
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
