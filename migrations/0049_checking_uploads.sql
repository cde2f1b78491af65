-- Uploads that the virus scanner gave no verdict on in time: a job checks them later.

alter table file_uploads
  add column checking_since timestamptz,
  add column becomes_file boolean not null default true,
  add column problem text;
comment on column file_uploads.checking_since is 'Since when a job checks it; null while parts arrive, and for a checked file of a sign-up';
comment on column file_uploads.becomes_file is 'False while a file of a sign-up waits for the address to be verified';
comment on column file_uploads.problem is 'Why the check by a job refused it; nothing of its bytes is kept then';
