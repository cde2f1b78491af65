-- Clinical systems of providers (X-06, docs/decisions/0139): SMART Backend Services, with keys that a provider's administrator registers.
lock table providers, users in access exclusive mode;

create table clinical_clients (
  id uuid primary key,
  provider_id uuid not null references providers on delete cascade,
  name text not null check (length(name) between 1 and 100),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
comment on table clinical_clients is 'Clinical systems that read the plans of a provider''s residents. Ended ones are deleted after ninety days';
create index clinical_clients_provider on clinical_clients (provider_id, created_at);
create index clinical_clients_created_by on clinical_clients (created_by) where created_by is not null;
create index clinical_clients_revoked on clinical_clients (revoked_at) where revoked_at is not null;

create table clinical_keys (
  id uuid primary key,
  client_id uuid not null references clinical_clients on delete cascade,
  kid text not null check (length(kid) between 1 and 100),
  public_jwk jsonb not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
comment on table clinical_keys is 'Public keys of clinical systems. Removed ones are deleted after ninety days';
comment on column clinical_keys.kid is 'The id of the key in the header of an assertion';
comment on column clinical_keys.public_jwk is 'Only the members of the public key';
create unique index clinical_keys_open on clinical_keys (client_id, kid) where removed_at is null;
create index clinical_keys_client on clinical_keys (client_id, added_at);
create index clinical_keys_removed on clinical_keys (removed_at) where removed_at is not null;

create table clinical_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  client_id uuid not null references clinical_clients on delete cascade,
  key_id uuid not null references clinical_keys on delete cascade,
  scopes text not null check (length(scopes) <= 1000),
  expires_at timestamptz not null
);
comment on column clinical_tokens.token_hash is 'SHA-256 of a token of 256 random bits';
comment on column clinical_tokens.scopes is 'The granted scopes, separated by blanks';
create index clinical_tokens_client on clinical_tokens (client_id);
create index clinical_tokens_key on clinical_tokens (key_id);
create index clinical_tokens_expires on clinical_tokens (expires_at);

create table clinical_assertions (
  client_id uuid not null references clinical_clients on delete cascade,
  jti_hash bytea not null check (length(jti_hash) = 32),
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);
comment on table clinical_assertions is 'Used assertions until they expire, so that none is used twice';
comment on column clinical_assertions.jti_hash is 'SHA-256 of the id of the assertion';
create index clinical_assertions_expires on clinical_assertions (expires_at);
