-- Moves of customers to another house, so that each can be undone for ten minutes (D-63). The audit trail keeps them for good.
lock table providers, users in access exclusive mode;
create table customer_moves (
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  from_provider_id uuid references providers on delete set null,
  to_provider_id uuid references providers on delete set null,
  trial_end_date date,
  moved_by uuid references users on delete set null,
  moved_at timestamptz not null,
  undone_at timestamptz,
  primary key (id, user_id)
);
comment on column customer_moves.id is 'Shared by the customers who were moved by one call';
comment on column customer_moves.trial_end_date is 'End of the trial before the move';
create index customer_moves_user on customer_moves (user_id, moved_at);
create index customer_moves_moved_at on customer_moves (moved_at);
create index customer_moves_from on customer_moves (from_provider_id) where from_provider_id is not null;
create index customer_moves_to on customer_moves (to_provider_id) where to_provider_id is not null;
create index customer_moves_moved_by on customer_moves (moved_by) where moved_by is not null;
