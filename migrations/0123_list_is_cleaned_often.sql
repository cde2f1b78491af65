-- The pages of the list of customers are read from indexes alone where no row of a page of the table changed since the last clean-up. By default
-- that comes after a fifth of the rows changed, and leaves pages out where few did (docs/decisions/0175).
lock table customer_list in access exclusive mode;

alter table customer_list set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_insert_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0.01, vacuum_index_cleanup = on);
