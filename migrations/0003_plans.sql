-- The plan itself, its revisions, files, contacts and what is told about them.

create table acps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  type text not null default 'active' check (type in ('active', 'revision')),
  status text not null default 'draft' check (status in ('draft', 'complete')),
  version integer not null default 0,
  plan_version integer not null default 0,
  definition_version integer not null default 1,
  language text not null default 'en' check (language in ('en', 'zh')),
  answers_sealed bytea not null,
  snapshot_sealed bytea,
  snapshot_sha256 bytea,
  locked boolean not null default false,
  external boolean not null default false,
  share_date timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column acps.version is 'Counts every save: a save must name the version it was based on (D-18)';
comment on column acps.plan_version is 'Counts signed states only: the version printed on the card and the PDF (D-09)';
comment on column acps.snapshot_sealed is 'The presented rows, language and signature as signed, sealed; snapshot_sha256 is over their clear text';
create unique index acps_active on acps (user_id) where type = 'active';
create index acps_revisions on acps (user_id, created_at desc) where type = 'revision';

create table files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  logical_file_id uuid not null default gen_random_uuid(),
  category text not null check (category in ('ACP', 'ADDITIONAL_DOCUMENT', 'WISHES')),
  document_type text,
  file_name text not null,
  is_active boolean not null default false,
  s3_key text,
  s3_file_path text,
  uploaded_timestamp timestamptz,
  activated_timestamp timestamptz,
  is_uploaded boolean not null default false,
  is_questionnaire boolean not null default false,
  is_eol boolean not null default false,
  is_external_eol boolean not null default false,
  note text,
  created_at timestamptz not null default now()
);
create index files_user on files (user_id, category) where is_active;
create unique index files_questionnaire on files (user_id) where is_questionnaire and is_active;

create table trusted_contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  email text not null check (email = lower(email)),
  phone text not null,
  relationship text not null,
  "substitutedDecisionMaker" boolean not null default false,
  "enduringGuardian" boolean not null default false,
  "fullAccess" boolean not null default false,
  on_emergency_page boolean not null default true,
  status text not null default 'pending' check (status in ('accepted', 'pending')),
  permission_confirmed_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, email)
);

create table shared_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  file_id uuid not null references files on delete cascade,
  shared_with uuid not null references trusted_contacts on delete cascade,
  shared_at timestamptz not null default now(),
  unique (file_id, shared_with)
);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  metadata jsonb not null default '{}',
  receiver_id uuid not null references users on delete cascade,
  user_id uuid references users on delete cascade,
  read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_receiver on notifications (receiver_id, created_at desc, id desc);
create index notifications_unread on notifications (receiver_id) where not read;

create table recent_activities (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  metadata jsonb not null default '{}',
  user_id uuid not null references users on delete cascade,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index recent_activities_user on recent_activities (user_id, created_at desc, id desc);

create table customer_imports (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  path text not null,
  storage_key text not null,
  provider_id uuid references providers,
  imported_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);

create table transactions (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid references subscriptions,
  amount integer not null,
  invoice_date date not null,
  payment_date date,
  due_date date,
  status text not null check (status in ('paid', 'pending', 'refunded', 'overdue')),
  stripe_invoice_pdf text, stripe_customer_id text, stripe_invoice_id text,
  user_id uuid references users on delete set null,
  provider_id uuid references providers,
  invoice_number text unique,
  created_at timestamptz not null default now()
);
comment on column transactions.amount is 'Australian cents (D-24)';
