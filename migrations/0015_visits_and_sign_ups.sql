-- What staff changed in a customer's account, for the customer to read (R-52): the names of fields, never what stands in them.

create table staff_visit_changes (
  visit_id uuid not null references staff_visits on delete cascade,
  customer_id uuid not null references users on delete cascade,
  field text not null check (length(field) between 1 and 60),
  at timestamptz not null,
  primary key (visit_id, field)
);
comment on table staff_visit_changes is 'Which fields were changed in a visit of staff, each once, written with the change';
comment on column staff_visit_changes.at is 'When the field was changed first in the visit';
create index staff_visit_changes_customer on staff_visit_changes (customer_id);

-- The list of visits goes by this; staff_visits_customer has no id behind the time.
create index staff_visits_list on staff_visits (customer_id, started_at, id);

-- Sign-ups that wait for their address to be checked, for the night that removes those whose time is over (D-39).
create index users_waiting_sign_up on users (id)
  where email_verified_at is null and status = 'active' and password_hash is not null;
