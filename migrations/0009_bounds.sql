-- A signature is kept once, and versions of a plan refer to it. Plans that were saved before have theirs among their answers
-- until the next save: what is sealed cannot be rewritten here.
-- compatible-from: 0009

create table signatures (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  sha256 bytea not null,
  picture_sealed bytea not null,
  created_at timestamptz not null default now(),
  unique (user_id, sha256)
);
comment on table signatures is 'Signature pictures as PNG data URLs, sealed; sha256 is over their clear text';

alter table acps
  add column signature_id uuid references signatures,
  add column kept_at timestamptz;
comment on column acps.signature_id is 'Null without a signature, and where it still stands among the answers';
comment on column acps.kept_at is 'When a revision was put aside: signed saves are counted by it';
create index acps_signature on acps (signature_id) where signature_id is not null;
create index acps_versions on acps (user_id, plan_version desc, id desc) where type = 'revision';
create index acps_kept on acps (user_id, kept_at desc) where type = 'revision';

-- A copy of everything, in pieces: neither making nor sending it holds all of it in memory.
create table data_export_parts (
  id uuid primary key,
  export_id uuid not null references data_exports on delete cascade,
  user_id uuid not null references users on delete cascade,
  attempt uuid not null,
  number integer not null,
  part_sealed bytea not null,
  unique (export_id, attempt, number)
);
create index data_export_parts_user on data_export_parts (user_id);
alter table data_exports add column attempt uuid;
comment on column data_exports.attempt is 'Whose parts are the archive; null for one that stands in archive_sealed';
