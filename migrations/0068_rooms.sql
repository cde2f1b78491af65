-- The room or bed of a customer in their house (N-09). It is a part of what the list of customers is searched by, and the list can be
-- sorted by it. No customer has a room yet, so the rows of the list stay right.
lock table customer_list, customer_moves, users in access exclusive mode;

alter table users add column room text;
comment on column users.room is 'Room or bed in the house, as staff write it; null for none';
alter table customer_moves add column room text;
comment on column customer_moves.room is 'Room before the move, which removes it';
alter table customer_list add column sort_room text not null default '1';
comment on column customer_list.sort_room is 'room_sort of the room: customers without one come last';

-- Sort key of a room: numbers inside it count as numbers (2, 10, 10A). A room has at most 20 characters, so 20 digits are enough.
create function room_sort(room text) returns text immutable parallel safe language sql as $$
  select case when room is null then '1' else '0' ||
    regexp_replace(regexp_replace(lower(room), '[0-9]+', repeat('0', 20) || '\&', 'g'), '[0-9]*([0-9]{20})', '\1', 'g') end
$$;

-- As customer_search of 0020, with the room at the end.
create function customer_search(first_name text, last_name text, email text, room text) returns text
immutable parallel safe language plpgsql as $$
declare
  found text := customer_search(first_name, last_name, email);
  place text := room;
begin
  if room is null then
    return found;
  end if;
  if octet_length(place) > length(place) then
    place := regexp_replace(place, '([\u2E80-\u2FDF\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', ' \1 ', 'g');
    place := regexp_replace(place, '\s+', ' ', 'g');
  end if;
  return found || lower(btrim(place)) || ' ';
end $$;

create or replace function customer_list_row_of(u users) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email, u.room), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end, room_sort(u.room)
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
        trial_end_date, removal_on, sort_room)
      = row (fresh.provider_id, fresh.status, fresh.plan, fresh.locked, fresh.review, fresh.latest_update, fresh.created_at,
        fresh.sort_name, fresh.search, fresh.invite_date, fresh.trial_end_date, fresh.removal_on, fresh.sort_room)
    where user_id = person;
  end if;
end $$;

create or replace trigger customer_list_change after update of permission_role_id, provider_id, status, first_name, last_name, email,
    email_verified_at, password_hash, invite_date, invite_accepted_date, trial_end_date, created_at, removal_requested_at, delete_on,
    room on users
  for each row execute function customer_list_of_user();

create index customer_list_room on customer_list (sort_room, user_id)
  include (provider_id, status, plan, review, invite_date, trial_end_date) where status <> 'archived';
create index customer_list_provider_room on customer_list (provider_id, sort_room, user_id)
  include (status, plan, review, invite_date, trial_end_date) where status <> 'archived';
