-- Invitations that wait while their customer is suspended or archived, so that they leave when that is taken back.

create table held_invitations (
  user_id uuid primary key references users on delete cascade,
  invitation_id uuid not null,
  kind text not null check (kind in ('invited', 'reminder', 'designated')),
  created_at timestamptz not null default now()
);
comment on table held_invitations is 'Invitations whose mail did not leave because the customer was suspended or archived';
