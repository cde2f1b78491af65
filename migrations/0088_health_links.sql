-- SMART Health Links (X-04, docs/decisions/0133): a person gives one named reader a link with which the reader's software opens the plan
-- in force. Nothing here is shared with the emergency card.
lock table users in access exclusive mode;

create table health_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  id_hash bytea not null unique,
  link_sealed bytea not null,
  reader_sealed bytea not null,
  passcode_hash text not null,
  tries smallint not null default 0 check (tries between 0 and 10),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null
);
comment on table health_links is 'Links that people gave to named readers. Those that ended are deleted after ninety days';
comment on column health_links.id_hash is 'SHA-256 of the 256-bit id in the address';
comment on column health_links.link_sealed is 'The id in the address and the key of the documents, as JSON';
comment on column health_links.passcode_hash is 'Argon2id';
comment on column health_links.tries is 'Wrong passcodes, and those being checked. With ten the link is closed for good';
comment on column health_links.mailed_at is 'When the owner last got a mail about an opening';
create index health_links_user on health_links (user_id, created_at desc);
create index health_links_ended on health_links (least(expires_at, revoked_at));

create table health_link_openings (
  id uuid primary key,
  link_id uuid not null references health_links on delete cascade,
  user_id uuid not null references users on delete cascade,
  plan_version integer not null,
  said_sealed bytea not null,
  at timestamptz not null
);
comment on table health_link_openings is 'Openings of a plan with a link';
comment on column health_link_openings.said_sealed is 'What the reader said of itself; not verified';
create index health_link_openings_link on health_link_openings (link_id, at desc);
create index health_link_openings_user on health_link_openings (user_id);
