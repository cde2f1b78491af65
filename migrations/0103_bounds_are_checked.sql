-- Reads both tables once and blocks no write: a validation takes only SHARE UPDATE EXCLUSIVE, which conflicts with no request and so
-- cannot deadlock with one. Statements in a block, so that this file need not begin with stronger locks.
do $$
begin
  alter table recent_activities validate constraint past_bound;
  alter table sent_messages validate constraint past_bound;
end $$;
