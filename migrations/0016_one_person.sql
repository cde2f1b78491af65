-- One person by Medicare number (D-38): the same first nine digits, which stay when a card is issued again, and the same birth date.
-- What is sealed cannot be indexed here: the product does it in the night after the upgrade.
-- medicare_index is over all ten digits. Servers of the release before find by it; a later release removes it.

alter table users
  add column medicare_card bytea,
  add column medicare_card_of bytea;
comment on column users.medicare_card is 'Keyed hash of the first nine digits of the Medicare number: unique together with the birth date';
comment on column users.medicare_card_of is 'The medicare_index of the number from which medicare_card was made: another one where a server of the release before, or a rotation of keys, wrote it since';

create unique index users_one_person on users (medicare_card, dob) nulls not distinct where medicare_card is not null;
create index users_unindexed_medicare on users (id) where medicare_index is distinct from medicare_card_of;

-- Two people on one family card have the same number.
alter table users drop constraint users_medicare_index_key;
create index users_medicare_index on users (medicare_index) where medicare_index is not null;
