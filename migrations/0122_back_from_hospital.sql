-- The column has a name that no column of the earlier release's joins with `hospital_stays` has.
-- The list of customers has the day on which a customer was back from hospital, so that each order of the view "Look at it again" is read along its
-- index, like those of other views (docs/decisions/0172). The indexes contain it and the day of the plan.
lock table customer_list, hospital_stays in access exclusive mode;

alter table customer_list add column back_since timestamptz;
comment on column customer_list.back_since is
  'End of the last stay in hospital after which staff did not look at the plan; null if there is none, or if the customer is there again';

-- A customer who is there again has a stay without an end, which is the greatest.
create function hospital_back_at(person uuid) returns timestamptz stable parallel safe language sql as $$
  select nullif(max(coalesce(back_at, 'infinity')), 'infinity') from hospital_stays
  where user_id = person and (back_at is null or looked_at is null)
$$;

create or replace function customer_list_row_of(u users) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email, u.room), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end, room_sort(u.room),
    exists (select 1 from conversations c where c.user_id = u.id and c.answer is distinct from 'not_right'),
    greatest(f.latest, a.still_right_at), hospital_back_at(u.id)
  from (
    select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
      bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
    from files where user_id = u.id and category = 'ACP' and is_active
  ) f
  left join lateral (
    select version, locked, case when f.found and still_right_version = plan_version then still_right_at end as still_right_at
    from acps where user_id = u.id and type = 'active' limit 1
  ) a on true
  where u.permission_role_id = 5 and not (
    u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null)
$$;

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
        trial_end_date, removal_on, sort_room, has_conversation, plan_since, back_since)
      = row (fresh.provider_id, fresh.status, fresh.plan, fresh.locked, fresh.review, fresh.latest_update, fresh.created_at,
        fresh.sort_name, fresh.search, fresh.invite_date, fresh.trial_end_date, fresh.removal_on, fresh.sort_room,
        fresh.has_conversation, fresh.plan_since, fresh.back_since)
    where user_id = person;
  end if;
end $$;

-- Only this column follows from stays. The row is locked first and read by a later statement, so that of two changes at the same time the second
-- sees the first.
create function customer_list_of_stay() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  foreach person in array array[old.user_id, new.user_id] loop
    continue when person is null or (person = old.user_id and person is not distinct from new.user_id and tg_op = 'UPDATE'
      and (old.back_at, old.looked_at) is not distinct from (new.back_at, new.looked_at));
    perform 1 from customer_list where user_id = person for update;
    if found then
      update customer_list set back_since = hospital_back_at(person)
      where user_id = person and back_since is distinct from hospital_back_at(person);
    else
      -- The person may be becoming a customer in another transaction, which would not see this stay.
      perform 1 from users where id = person for no key update;
      update customer_list set back_since = hospital_back_at(person) where user_id = person;
    end if;
  end loop;
  return null;
end $$;

create trigger customer_list_stay after insert or update or delete on hospital_stays
  for each row execute function customer_list_of_stay();

update customer_list set back_since = hospital_back_at(user_id)
where user_id in (select user_id from hospital_stays where back_at is not null and looked_at is null);

drop index customer_list_newest, customer_list_name, customer_list_room, customer_list_provider, customer_list_provider_name,
  customer_list_provider_room;
create index customer_list_newest on customer_list (created_at desc, user_id desc)
  include (provider_id, status, plan, review, invite_date, trial_end_date, search, plan_since, back_since) where status <> 'archived';
create index customer_list_name on customer_list (sort_name, user_id)
  include (provider_id, status, plan, review, invite_date, trial_end_date, plan_since, back_since) where status <> 'archived';
create index customer_list_room on customer_list (sort_room, user_id)
  include (provider_id, status, plan, review, invite_date, trial_end_date, plan_since, back_since) where status <> 'archived';
create index customer_list_provider on customer_list (provider_id, created_at desc, user_id desc)
  include (status, plan, review, invite_date, trial_end_date, plan_since, back_since) where status <> 'archived';
create index customer_list_provider_name on customer_list (provider_id, sort_name, user_id)
  include (status, plan, review, invite_date, trial_end_date, plan_since, back_since) where status <> 'archived';
create index customer_list_provider_room on customer_list (provider_id, sort_room, user_id)
  include (status, plan, review, invite_date, trial_end_date, plan_since, back_since) where status <> 'archived';

-- Customers who are back are few.
create index customer_list_back on customer_list (created_at desc, user_id desc)
  include (provider_id, plan, review, plan_since, back_since) where back_since is not null and status <> 'archived';
create index customer_list_provider_back on customer_list (provider_id) include (plan, review, plan_since, back_since)
  where back_since is not null and status <> 'archived';
-- It has the columns of the filter, so that it is preferred to the order of all customers.
drop index customer_list_plan_before;
create index customer_list_plan_before on customer_list (created_at desc, user_id desc)
  include (provider_id, review, plan_since, back_since)
  where plan = 'complete' and status <> 'archived' and plan_since < created_at;
