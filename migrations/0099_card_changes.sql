-- Changes after which a card must not open as before: a new code and PIN, another plan in force, a deleted account. Where there is a
-- replica, each process reads the last of them from the primary every second, and compares them with those of the replica before it
-- answers for a card from there (issue 30, docs/decisions/0141).
lock table acps, users in access exclusive mode;

create table card_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table card_changes is 'Changes of cards and of plans in force within the last hour, without their content';
create index card_changes_at on card_changes (changed_at);

create function note_card_change() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'users' then person := old.id; else person := old.user_id; end if;
  insert into card_changes (user_id) values (person);
  delete from card_changes where id in (
    select id from card_changes where changed_at < now() - interval '1 hour'
    order by changed_at limit 5 for update skip locked);
  return null;
end $$;

create trigger card_change after update on users for each row
  when (old.share_id is distinct from new.share_id) execute function note_card_change();
create trigger card_change_deleted after delete on users for each row execute function note_card_change();
create trigger card_change after update on acps for each row
  when (old.type = 'active' and (old.type, old.status, old.external, old.plan_version)
    is distinct from (new.type, new.status, new.external, new.plan_version))
  execute function note_card_change();
create trigger card_change_deleted after delete on acps for each row
  when (old.type = 'active') execute function note_card_change();
