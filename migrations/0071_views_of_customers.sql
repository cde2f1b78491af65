-- Counts for the views of the customer list: plans to look at again, and papers to check, of a provider and of all providers.
create index customer_list_again on customer_list (provider_id, latest_update)
  where plan = 'complete' and not review and status <> 'archived';
create index customer_list_again_all on customer_list (latest_update)
  where plan = 'complete' and not review and status <> 'archived';
create index customer_list_papers on customer_list (provider_id) where review and status <> 'archived';
