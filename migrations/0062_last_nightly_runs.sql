-- When each nightly job last worked, and when it failed since: the claim of a new date removes done_at.

alter table nights add column last_done_at timestamptz;
alter table nights add column failed_at timestamptz;
