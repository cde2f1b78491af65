-- Text in which staff find a customer: names without accents and apostrophes, each Han character as a word, the customer ID with and
-- without its signs, and the address. The application folds what is typed in the same way (src/domain/customers/find/find-terms.ts).
create function find_keys(first_name text, last_name text, email text, customer_id text) returns text
immutable parallel safe language sql as $$
  select lower(regexp_replace(regexp_replace(regexp_replace(
    ' ' || normalize(coalesce(last_name, '') || ' ' || coalesce(first_name, ''), NFKD)
      || ' ' || coalesce(customer_id || ' ' || regexp_replace(customer_id, '[^[:alnum:]]', '', 'g'), '')
      || ' ' || case when email like '%@no-email.invalid' then '' else email end || ' ',
    '[\u0300-\u036F\u200B-\u200F\u2060\uFEFF''\u2018\u2019\u02BC\u02B9\u00B4`\u2032]', '', 'g'),
    '([\u2E80-\u2FDF\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', ' \1 ', 'g'),
    '\s+', ' ', 'g'))
$$;
create index users_find on users using gin (find_keys(first_name, last_name, email, customer_id) gin_trgm_ops)
  where permission_role_id = 5;
