-- Uploaded files (UPLOAD-*, FILE-*, D-20). What they hold stands in the object store, in pieces that are sealed with a key of the file's own.

alter table files
  add column size bigint check (size >= 0),
  add column key_sealed bytea,
  add column replaced_at timestamptz;
comment on column files.size is 'Bytes of the file as it is read; null for the signed plan, which is made when it is asked for';
comment on column files.key_sealed is 'The key of the pieces, sealed: rotating the keys of the product seals this again, and no piece';
comment on column files.replaced_at is 'When another file of the same logical_file_id took its place';
create unique index files_s3_key on files (s3_key) where s3_key is not null;
create index files_of_person on files (user_id, created_at desc, id);

create table file_uploads (
  file_id uuid primary key references files on delete cascade,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
comment on table file_uploads is 'Files whose bytes are still arriving, or were not checked yet';
create index file_uploads_user on file_uploads (user_id);
create index file_uploads_expiry on file_uploads (expires_at);

-- A row is written before its object and goes after it, so that no object is ever without a row.
create table file_objects (
  id uuid primary key,
  key text not null unique,
  file_id uuid references files on delete set null,
  number integer check (number >= 1),
  size integer not null check (size > 0),
  created_at timestamptz not null default now()
);
comment on table file_objects is 'Objects in the object store. Those without a file, and those that were never finished, are removed';
comment on column file_objects.number is 'Which part of its file it is, from 1; null while it is being written';
comment on column file_objects.size is 'Bytes of the part as it is read';
create unique index file_objects_part on file_objects (file_id, number);
create index file_objects_unowned on file_objects (created_at) where file_id is null or number is null;
