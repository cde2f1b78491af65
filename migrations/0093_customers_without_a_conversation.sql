-- The list of customers has a filter for those without a conversation (N-07, docs/decisions/0137), and the report of conversations counts
-- them from the same column.
lock table conversations, customer_list in access exclusive mode;

alter table customer_list add column has_conversation boolean not null default false;
comment on column customer_list.has_conversation is 'Whether a conversation was recorded that the customer does not call wrong';

create or replace function customer_list_row_of(u users) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email, u.room), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end, room_sort(u.room),
    exists (select 1 from conversations c where c.user_id = u.id and c.answer is distinct from 'not_right')
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
        trial_end_date, removal_on, sort_room, has_conversation)
      = row (fresh.provider_id, fresh.status, fresh.plan, fresh.locked, fresh.review, fresh.latest_update, fresh.created_at,
        fresh.sort_name, fresh.search, fresh.invite_date, fresh.trial_end_date, fresh.removal_on, fresh.sort_room,
        fresh.has_conversation)
    where user_id = person;
  end if;
end $$;

create trigger customer_list_conversation after insert or delete on conversations for each row execute function customer_list_of_row();
create trigger customer_list_conversation_change after update on conversations for each row
  when ((old.user_id, old.answer) is distinct from (new.user_id, new.answer))
  execute function customer_list_of_row();

update customer_list set has_conversation = true
where user_id in (select user_id from conversations where answer is distinct from 'not_right');

create index customer_list_no_conversation on customer_list (provider_id, created_at, user_id)
  where not has_conversation and status <> 'archived';
-- Find looks for archived customers by their room too.
create index customer_list_room_archived on customer_list (sort_room, provider_id) where status = 'archived';
