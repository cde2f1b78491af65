-- Customers who are added by one statement are one change of the counts for each kind, which every page of the list sums up. Apart from
-- 0029, so that no one waits who writes to one of the two tables and reads the other.
create function customer_list_count_added() returns trigger language plpgsql as $$
begin
  insert into customer_count_changes (provider_id, status, plan, change)
  select provider_id, status, plan, count(*) from added group by provider_id, status, plan;
  return null;
end $$;
create or replace trigger customer_list_count after update or delete on customer_list
  for each row execute function customer_list_count();
create trigger customer_list_count_added after insert on customer_list referencing new table as added
  for each statement execute function customer_list_count_added();
