-- What the operator's help line needs: a changed address is in force once the link to it was opened.

alter table one_time_tokens add column new_email text check (new_email = lower(new_email));
comment on column one_time_tokens.new_email is 'The address that the account gets when the link is opened; null for a link that changes none';
