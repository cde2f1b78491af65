-- Conversations of staff with customers about planning ahead (N-07, docs/decisions/0111). A house that is deleted leaves its
-- conversations without a house: they belong to the person.
lock table providers, users in access exclusive mode;
create table conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id uuid references providers on delete set null,
  outcome text not null check (outcome in ('offered', 'talked', 'not_now', 'declined', 'looked_again')),
  held_on date not null,
  next_on date check (next_on > held_on),
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  answer text check (answer in ('right', 'not_right')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
comment on column conversations.provider_id is 'House of the customer when the conversation was recorded';
comment on column conversations.held_on is 'Day of the conversation in Melbourne';
comment on column conversations.answer is 'What the customer says about the record';
-- Two staff members who record the same outcome of a day at once make one conversation.
create unique index conversations_of_day on conversations (user_id, held_on, outcome);
create index conversations_declined on conversations (user_id, held_on) where outcome = 'declined';
create index conversations_house on conversations (provider_id, held_on) where provider_id is not null;
create index conversations_recorded_by on conversations (recorded_by) where recorded_by is not null;
