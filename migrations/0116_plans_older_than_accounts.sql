-- The plans to look at again, by the day on which the customer was added, are found among customers who were added more than a year ago. This
-- index has the others: plans that are older than the account, such as papers of before.
lock table customer_list in access exclusive mode;

create index customer_list_plan_before on customer_list (created_at desc, user_id desc)
  where plan = 'complete' and status <> 'archived' and plan_since < created_at;
