lock table provider_cards in access exclusive mode;

create table provider_card_tries (
  provider_id uuid not null references providers on delete cascade,
  payment_method_id text not null,
  added_by uuid references users on delete set null,
  tried_at timestamptz not null,
  primary key (provider_id, payment_method_id)
);
comment on table provider_card_tries is 'Cards that a manager of a provider wanted to save in the last month, so that a card that the bank confirms later has its manager';

alter table provider_cards
  add column added_by uuid references users on delete set null,
  add column added_at timestamptz;
comment on column provider_cards.added_by is 'The manager who added the card; null if it was added before this was stored or at the payment company, and for a deleted account';
