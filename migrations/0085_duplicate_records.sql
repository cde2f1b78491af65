-- Two records of one person in one organisation (N-13, docs/decisions/0121). Pairs of records that may be of one person are stored, so
-- that their list costs the same however many customers there are. Triggers of users maintain them.
lock table providers, users in access exclusive mode;

-- Returns the words of a name without accents and apostrophes, in the order of their bytes, so that the order in which they were typed
-- does not count; Chinese characters are words of their own. Null for fewer than two words. It calls no other function of this schema:
-- PostgreSQL builds and analyses an index of an expression without the search path. `nameKey` of
-- src/domain/duplicates/possible-duplicate.ts does the same.
create function duplicate_name(first_name text, last_name text) returns text immutable parallel safe language plpgsql as $$
declare
  name text := lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''));
begin
  if octet_length(name) > length(name) or name ~ '[''`]' then
    name := translate(
      replace(replace(replace(
        regexp_replace(normalize(name, NFD), '[\u0300-\u036f''\u2018\u2019\u02bc\u201b`\u00b4\uff07]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđ', 'old');
    name := regexp_replace(name, '([\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', ' \1 ', 'g');
  end if;
  return (select case when count(*) > 1 then string_agg(word, ' ' order by word collate "C") collate "C" end
    from regexp_split_to_table(name, '[\s.,·-]+') word where word <> '');
end $$;

create index users_same_name on users (dob, duplicate_name(first_name, last_name), id) where dob is not null and permission_role_id = 5;

create table duplicate_pairs (
  first_id uuid not null references users on delete cascade,
  second_id uuid not null references users on delete cascade,
  root_id uuid not null references providers on delete cascade,
  by_name boolean not null,
  by_medicare boolean not null,
  by_customer_id boolean not null,
  found_at timestamptz not null default now(),
  set_aside_at timestamptz,
  set_aside_by uuid references users on delete set null,
  primary key (first_id, second_id),
  check (first_id < second_id)
);
comment on table duplicate_pairs is 'Two records of one organisation that may be of one person, and what they have in common';
comment on column duplicate_pairs.root_id is 'The organisation: the root of the providers of both';
comment on column duplicate_pairs.set_aside_at is 'When staff said that they are two people; null otherwise';
create index duplicate_pairs_second on duplicate_pairs (second_id);
create index duplicate_pairs_set_aside_by on duplicate_pairs (set_aside_by) where set_aside_by is not null;
create index duplicate_pairs_root on duplicate_pairs (root_id, found_at desc, first_id, second_id);
create index duplicate_pairs_found on duplicate_pairs (found_at desc, first_id, second_id);

create table duplicate_links (
  archived_id uuid primary key references users on delete cascade,
  kept_id uuid not null references users on delete cascade,
  linked_at timestamptz not null,
  linked_by uuid references users on delete set null,
  check (archived_id <> kept_id)
);
comment on table duplicate_links is 'Archived records of a person, each with the record that was kept instead';
create index duplicate_links_kept on duplicate_links (kept_id);
create index duplicate_links_linked_by on duplicate_links (linked_by) where linked_by is not null;

-- Returns the records in the organisation of a person that may be of the same person, at most twenty, and what they have in common: the
-- same name and birth date; the same Medicare card (which a family shares) with the same name or without one of the birth dates; or the
-- same customer ID (houses may use the same numbers) with the same name or birth date. `possibleDuplicate` of
-- src/domain/duplicates/possible-duplicate.ts returns the same. It looks at no more than a hundred records of each kind, so that thousands
-- of records with one name and birth date do not slow down every change of one of them.
create function duplicates_of(person uuid)
  returns table (other_id uuid, root_id uuid, by_name boolean, by_medicare boolean, by_customer_id boolean)
  stable rows 5 language plpgsql as $$
declare
  own users;
  own_root uuid;
  own_name text;
begin
  select * into own from users where id = person and permission_role_id = 5;
  select path[1] into own_root from providers where id = own.provider_id;
  if own_root is null then
    return;
  end if;
  own_name := duplicate_name(own.first_name, own.last_name);
  return query
    select found.id, own_root, bool_or(found.kind = 'name'), bool_or(found.kind = 'medicare'), bool_or(found.kind = 'customer_id')
    from (
      (select id, provider_id, 'name' as kind from users
        where dob = own.dob and dob is not null and permission_role_id = 5
          and duplicate_name(first_name, last_name) = own_name and id <> person
        order by id limit 100)
      union all
      (select id, provider_id, 'medicare' from users
        where medicare_card = own.medicare_card and medicare_card is not null and permission_role_id = 5 and id <> person
          and (duplicate_name(first_name, last_name) = own_name or dob is null or own.dob is null)
        limit 100)
      union all
      (select id, provider_id, 'customer_id' from users
        where customer_id_key(customer_id) collate "C" = customer_id_key(own.customer_id) and customer_id is not null
          and customer_id_key(own.customer_id) <> '' and permission_role_id = 5 and id <> person
          and (dob = own.dob or duplicate_name(first_name, last_name) = own_name)
        limit 100)
    ) found
    join providers on providers.id = found.provider_id and providers.path[1] = own_root
    group by found.id order by found.id limit 20;
end $$;

-- Writes the pairs of a person again. A pair that staff set aside stays.
create function duplicate_pairs_refresh(person uuid) returns void language plpgsql as $$
declare
  others uuid[] := array(select other_id from duplicates_of(person));
begin
  delete from duplicate_pairs pair
  where pair.first_id = person and pair.second_id <> all (others) and pair.set_aside_at is null;
  delete from duplicate_pairs pair
  where pair.second_id = person and pair.first_id <> all (others) and pair.set_aside_at is null;
  insert into duplicate_pairs (first_id, second_id, root_id, by_name, by_medicare, by_customer_id)
  select least(person, other_id), greatest(person, other_id), found.root_id, found.by_name, found.by_medicare, found.by_customer_id
  from duplicates_of(person) found
  order by 1, 2
  on conflict (first_id, second_id) do update
    set root_id = excluded.root_id, by_name = excluded.by_name, by_medicare = excluded.by_medicare,
      by_customer_id = excluded.by_customer_id
    where (duplicate_pairs.root_id, duplicate_pairs.by_name, duplicate_pairs.by_medicare, duplicate_pairs.by_customer_id)
      is distinct from (excluded.root_id, excluded.by_name, excluded.by_medicare, excluded.by_customer_id);
end $$;

create function duplicate_pairs_of_row() returns trigger language plpgsql as $$
begin
  perform duplicate_pairs_refresh(new.id);
  return null;
end $$;
create trigger duplicate_pairs_change after update of first_name, last_name, dob, medicare_card, customer_id, provider_id,
    permission_role_id on users for each row
  when ((old.first_name, old.last_name, old.dob, old.medicare_card, old.customer_id, old.provider_id, old.permission_role_id)
    is distinct from (new.first_name, new.last_name, new.dob, new.medicare_card, new.customer_id, new.provider_id, new.permission_role_id))
  execute function duplicate_pairs_of_row();

-- Customers added by one statement. Those who were there have their pairs.
create function duplicate_pairs_of_added() returns trigger language plpgsql as $$
begin
  insert into duplicate_pairs (first_id, second_id, root_id, by_name, by_medicare, by_customer_id)
  select distinct on (1, 2) least(added.id, found.other_id), greatest(added.id, found.other_id), found.root_id, found.by_name,
    found.by_medicare, found.by_customer_id
  from added cross join lateral duplicates_of(added.id) found
  where added.permission_role_id = 5 and added.provider_id is not null
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger duplicate_pairs_of_added after insert on users referencing new table as added
  for each statement execute function duplicate_pairs_of_added();

-- Customers of before: only those who share a key with another one.
insert into duplicate_pairs (first_id, second_id, root_id, by_name, by_medicare, by_customer_id)
select distinct on (1, 2) least(person.id, found.other_id), greatest(person.id, found.other_id), found.root_id, found.by_name,
  found.by_medicare, found.by_customer_id
from (
  select unnest(array_agg(id)) as id from users
  where dob is not null and permission_role_id = 5 and provider_id is not null
  group by dob, duplicate_name(first_name, last_name) having count(*) > 1
  union
  select unnest(array_agg(id)) from users
  where medicare_card is not null and permission_role_id = 5 and provider_id is not null
  group by medicare_card having count(*) > 1
  union
  select unnest(array_agg(id)) from users
  where customer_id is not null and permission_role_id = 5 and provider_id is not null
  group by customer_id_key(customer_id) having count(*) > 1
) person cross join lateral duplicates_of(person.id) found
order by 1, 2;
