-- Contacts whom staff suggested in a person's account. In a table of their own, so that nothing that reads trusted contacts finds one.
create table contact_suggestions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  suggested_by uuid references users on delete set null,
  suggested_at timestamptz not null default now(),
  name text not null,
  email text not null check (email = lower(email)),
  phone text not null,
  relationship text not null,
  "substitutedDecisionMaker" boolean not null default false,
  "enduringGuardian" boolean not null default false,
  unique (user_id, email)
);
comment on column contact_suggestions.suggested_by is 'The staff member; null once their account is gone';
create index contact_suggestions_suggested_by on contact_suggestions (suggested_by) where suggested_by is not null;
