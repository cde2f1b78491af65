-- The staff whom a word of their names finds: a search of providers asks whom they speak for, instead of looking up the contact person
-- of each provider. Written at once, as the other words are.
create index users_staff_words on users using gin (
  lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(last_name, '') || coalesce(first_name, ''))
    gin_trgm_ops) with (fastupdate = off) where permission_role_id <> 5;
