-- A search of customers meets the parts of words with the customers of several providers in one scan: of one provider in its own list,
-- or of all whose name has a word. With a million customers it takes half a minute, in which they are read and not written.
create index customer_list_words on customer_list using gin (search gin_trgm_ops, (array[provider_id]));
