-- What is done once a night, by whichever server process comes first.

create table nights (
  task text primary key,
  night date not null,
  claimed_until timestamptz not null,
  done_at timestamptz
);
comment on table nights is 'The last night for which each nightly task was taken up. Not done and claimed no more: the process died, and another takes it up';
comment on column nights.night is 'The Melbourne date on whose half past three in the morning the task was due';
