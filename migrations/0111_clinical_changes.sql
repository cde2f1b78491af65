-- Changes that clinical systems find with _lastUpdated and that leave no trace in the plan: a lock or a mark taken back, a paper deleted, a
-- house that belongs to another provider (X-06, docs/decisions/0155).
lock table users in access exclusive mode;

create table clinical_changes (
  user_id uuid primary key references users on delete cascade,
  changed_at timestamptz not null
);
comment on table clinical_changes is 'The last announced change of each person whose plan clinical systems read';
