-- The providers that a search of customers names, without reading all of them. Written at once, as the index of paths is: what a look
-- had to read beside it would cost more than it saves.
create index providers_words on providers using gin (search gin_trgm_ops) with (fastupdate = off);
