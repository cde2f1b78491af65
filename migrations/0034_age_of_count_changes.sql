-- When a difference was written, so that the age of the oldest one that is not folded yet can be watched.
alter table customer_count_changes add column added_at timestamptz not null default now();
