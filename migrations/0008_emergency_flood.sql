-- A flood of guesses stays bounded, and openings are notified at most once a quarter of an hour.

alter table emergency_attempts add column slot integer unique;
create sequence emergency_attempt_slots as integer minvalue 1 maxvalue 100000 cycle;
comment on column emergency_attempts.slot is 'Guesses at what opens no plan take turns in a fixed number of rows, the oldest is replaced. Null for guesses at a card';
comment on column emergency_attempts.at is 'By the clock of the database: those of the servers may differ';
-- The index by address is for servers of the release before. A later release removes it.

create table emergency_mails (
  user_id uuid primary key references users on delete cascade,
  at timestamptz not null default now()
);
comment on table emergency_mails is 'When the mails about an opened plan were last caused: more openings within a quarter of an hour cause none';
