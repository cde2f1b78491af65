-- What the operator's help line needs: a changed address is in force once the link to it was opened.

alter table one_time_tokens add column new_email text check (new_email = lower(new_email));
comment on column one_time_tokens.new_email is 'The address that the account gets when the link is opened; null for a link that changes none';

-- What exactly each person agreed to: the words of a text under the version that stands on the account.
create table consent_texts (
  document text not null check (document in ('eusa', 'privacy')),
  version text not null,
  en text[] not null,
  zh text[] not null,
  first_agreed_at timestamptz not null,
  primary key (document, version)
);
comment on table consent_texts is 'Title, paragraphs and end of an agreement as shown, with the operator''s values, in both languages. Kept with the first agreement, for good';

-- A sign-up holds no Medicare number before its address is checked (D-38): the number waits with the link.
alter table one_time_tokens add column medicare_sealed bytea;
comment on column one_time_tokens.medicare_sealed is 'The number that the account gets when the link is opened, unless another account has it by then';
