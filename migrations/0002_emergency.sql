-- Guesses at the PIN of emergency cards, so that they can be slowed (D-07).

create table emergency_attempts (
  id bigint generated always as identity primary key,
  share_hash bytea not null,
  address_hash bytea not null,
  at timestamptz not null default now(),
  ok boolean not null default false
);
comment on table emergency_attempts is 'Keyed hashes of the share id asked for, whether anybody has it or not, and of the network address. Rows older than a day are deleted by the next guesses';
comment on column emergency_attempts.ok is 'False until the PIN was found right: a guess under way counts as wrong';
create index emergency_attempts_share on emergency_attempts (share_hash, at);
create index emergency_attempts_address on emergency_attempts (address_hash, at);
create index emergency_attempts_at on emergency_attempts (at);
