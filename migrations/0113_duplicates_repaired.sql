-- Pairs and links of two records of one person stay right when something changes outside their operations (N-13, docs/decisions/0159).
lock table duplicate_links, providers, users in access exclusive mode;

-- A branch that moves into another organisation takes its pairs along. A pair whose records are in two organisations now is not listed,
-- and the nightly work removes it.
create function duplicate_pairs_of_moved() returns trigger language plpgsql as $$
declare
  moved_from uuid[] := array(select distinct was.path[1] from was join now_is using (id) where was.path[1] <> now_is.path[1]);
begin
  if cardinality(moved_from) = 0 then
    return null;
  end if;
  update duplicate_pairs pair set root_id = house.path[1]
  from users one, users other, now_is house, now_is other_house
  where pair.root_id = any (moved_from) and one.id = pair.first_id and other.id = pair.second_id
    and house.id = one.provider_id and other_house.id = other.provider_id and other_house.path[1] = house.path[1]
    and pair.root_id <> house.path[1];
  return null;
end $$;
create trigger duplicate_pairs_of_moved after update on providers referencing old table as was new table as now_is
  for each statement execute function duplicate_pairs_of_moved();

-- A record that is in use again, however that happened, is no longer set aside for another one: its card and its plan would say so.
create function duplicate_links_of_restored() returns trigger language plpgsql as $$
begin
  delete from duplicate_links where archived_id = new.id;
  return null;
end $$;
create trigger duplicate_links_of_restored after update of status on users for each row
  when (old.status = 'archived' and new.status <> 'archived')
  execute function duplicate_links_of_restored();

-- Corrects the pairs of the next customers after `person`, and returns the last of them and how many pairs were wrong; no last one at the
-- end. A pair is right if either record finds the other. A pair that staff set aside stays.
create function duplicate_pairs_repair(person uuid, most integer, out last_id uuid, out repaired integer) language plpgsql as $$
declare
  people uuid[] := array(select id from users where id > person and permission_role_id = 5 order by id limit most);
  changed integer;
begin
  last_id := people[cardinality(people)];
  delete from duplicate_pairs pair
  where pair.first_id = any (people) and pair.set_aside_at is null
    and not exists (select from duplicates_of(pair.first_id) where other_id = pair.second_id)
    and not exists (select from duplicates_of(pair.second_id) where other_id = pair.first_id);
  get diagnostics repaired = row_count;
  insert into duplicate_pairs as pair (first_id, second_id, root_id, by_name, by_medicare, by_customer_id)
  select distinct on (1, 2) least(one.id, found.other_id), greatest(one.id, found.other_id), found.root_id, found.by_name,
    found.by_medicare, found.by_customer_id
  from unnest(people) one (id) cross join lateral duplicates_of(one.id) found
  order by 1, 2
  on conflict (first_id, second_id) do update
    set root_id = excluded.root_id, by_name = excluded.by_name, by_medicare = excluded.by_medicare,
      by_customer_id = excluded.by_customer_id
    where (pair.root_id, pair.by_name, pair.by_medicare, pair.by_customer_id)
      is distinct from (excluded.root_id, excluded.by_name, excluded.by_medicare, excluded.by_customer_id);
  get diagnostics changed = row_count;
  repaired := repaired + changed;
end $$;

-- Links of before.
delete from duplicate_links using users where users.id = archived_id and users.status <> 'archived';
