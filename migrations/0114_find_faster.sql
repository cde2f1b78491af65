-- `customer_find` returns the same words in a fraction of the time (docs/decisions/0160): words in ASCII need no rules for accents, and only
-- the Han characters are looked up, in place of every letter. Its long text with the readings stays, so that it is changed in place.
do $$
declare
  text_of_before text := pg_get_functiondef('customer_find(text)'::regprocedure);
  text_of_now text := text_of_before;
  part text[];
begin
  foreach part slice 1 in array array[
    ['words text := translate(',
      'words text := case when octet_length(search) = length(search) then translate(lower(search), ''''''`'', '''') else translate('],
    ['''øłđ'', ''old'');', '''øłđ'', ''old'') end;'],
    ['  if words ~ ', '  if octet_length(words) > length(words) and words ~ '],
    ['->> one as reading', '->> han[1] as reading'],
    ['from regexp_split_to_table(words, '''') with ordinality letter (one, at)' || E'\n        where one > ''㏿''',
      'from regexp_matches(words, ''[\u3400-\u9fff]'', ''g'') with ordinality letter (han, at)']
  ]
  loop
    if strpos(text_of_now, part[1]) = 0 then
      raise exception 'customer_find has no "%"', part[1];
    end if;
    text_of_now := replace(text_of_now, part[1], part[2]);
  end loop;
  execute text_of_now;
end $$;

-- Starting a process costs a search more than the function does.
alter function customer_find(text) parallel restricted;
