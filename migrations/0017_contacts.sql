-- Trusted contacts answer a request and read what is shared with them, each by a link of their own.

alter table trusted_contacts
  add column asked_at timestamptz,
  add column request_link uuid,
  add column reminded_at timestamptz,
  add column expiry_told_at timestamptz,
  add column plan_shared boolean not null default true,
  add column view_link uuid,
  add column view_link_until timestamptz,
  add column last_opened_at timestamptz,
  add column opened_plan_version integer,
  add column opening_mailed_at timestamptz;
comment on column trusted_contacts.asked_at is 'When the request was sent last; created_at where it never was sent again';
comment on column trusted_contacts.request_link is 'The id in the link that answers the request: it opens nothing without the key. A new one makes older links void';
comment on column trusted_contacts.expiry_told_at is 'When the owner was told that the request ran out';
comment on column trusted_contacts.plan_shared is 'The contact may read the signed plan; files have rows of their own in shared_files';
comment on column trusted_contacts.view_link is 'The id in the link to the contact''s page, of the same kind';
comment on column trusted_contacts.opened_plan_version is 'The version of the plan that the contact opened last';
comment on column trusted_contacts.opening_mailed_at is 'When a mail told the owner last that this contact opened the plan';

-- What the night looks for.
create index trusted_contacts_waiting on trusted_contacts (coalesce(asked_at, created_at)) where status = 'pending';
