lock table providers, sessions, staff_visits in access exclusive mode;

-- Begin together (N-08): a session of the person with a member of staff beside them. Servers of before this migration treat such a session
-- as one of staff in the account, which may do less.

alter table staff_visits
  add column together boolean not null default false,
  add column place_id uuid references providers on delete set null,
  add column signed_versions integer[] not null default '{}';
comment on column staff_visits.together is 'True if the person used the account with the member of staff beside them (N-08); false if staff were in the account';
comment on column staff_visits.place_id is 'The house of the person at the start of a visit together';
comment on column staff_visits.signed_versions is 'Versions of the plan that the person signed in a visit together';
create index staff_visits_place on staff_visits (place_id) where place_id is not null;

alter table sessions
  add column together_visit_id uuid,
  add constraint sessions_together check (together_visit_id is null or acting_staff_id is not null);
comment on column sessions.together_visit_id is 'The visit of a session of the person with the member of staff of acting_staff_id beside them (N-08); null for any other session';
