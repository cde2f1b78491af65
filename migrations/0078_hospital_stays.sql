-- Stays of customers in hospital, and to whom staff handed the plan (N-14). A contact can ask for a mail about it.
lock table trusted_contacts, users in access exclusive mode;

create table hospital_stays (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  began_at timestamptz not null,
  back_at timestamptz,
  looked_at timestamptz
);
comment on column hospital_stays.back_at is 'When staff recorded that the customer is back; null during the stay';
comment on column hospital_stays.looked_at is 'When staff looked at the plan again with the customer after the stay';
create unique index hospital_stays_open on hospital_stays (user_id) where back_at is null;
create index hospital_stays_user on hospital_stays (user_id, back_at);
create index hospital_stays_due on hospital_stays (back_at) where back_at is not null and looked_at is null;

create table plan_handings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  stay_id uuid not null references hospital_stays on delete cascade,
  staff_id uuid references users on delete set null,
  receiver text not null check (receiver in ('ambulance', 'hospital', 'doctor', 'other')),
  receiver_sealed bytea,
  handed_at timestamptz not null,
  created_at timestamptz not null
);
comment on column plan_handings.receiver_sealed is 'The receiver in the words of staff, for other';
create index plan_handings_user on plan_handings (user_id, created_at);
create index plan_handings_stay on plan_handings (stay_id);
create index plan_handings_staff on plan_handings (staff_id) where staff_id is not null;

alter table trusted_contacts add column hospital_news boolean not null default false;
comment on column trusted_contacts.hospital_news is 'The contact asked for a mail when staff hand the plan to an ambulance';
