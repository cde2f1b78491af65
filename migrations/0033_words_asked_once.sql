-- 0031 answers what these did. By itself, as it waits for readers: where they keep it waiting, only this is done again.
drop index customer_list_search, customer_list_house;
