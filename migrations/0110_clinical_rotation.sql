-- Two secrets of a webhook in force at the same time, and notices of residents who are moved, archived or removed, of external marks and
-- of papers (X-06, docs/decisions/0155, docs/decisions/0156).
lock table clinical_notices, clinical_webhooks, users in access exclusive mode;

alter table clinical_webhooks
  add column secret_id uuid,
  add column secret_at timestamptz,
  add column secret_by uuid references users on delete set null,
  add column old_secret_id uuid,
  add column old_secret_until timestamptz,
  add constraint clinical_webhooks_old_secret check ((old_secret_id is null) = (old_secret_until is null));
comment on table clinical_webhooks is 'Addresses to which changes of plans are announced. A secret is derived from its id, and is stored nowhere';
comment on column clinical_webhooks.secret_id is 'Null if the secret was never replaced: then its id is that of the webhook';
comment on column clinical_webhooks.old_secret_id is 'Signs too, until old_secret_until';
create index clinical_webhooks_secret_by on clinical_webhooks (secret_by) where secret_by is not null;

alter table clinical_notices
  drop constraint clinical_notices_change_check,
  add constraint clinical_notices_change_check check (change in (
    'signed', 'changed', 'restored', 'locked', 'unlocked', 'withdrawn', 'external', 'not-external', 'papers',
    'archived', 'removed', 'returned', 'moved', 'moved-in', 'moved-away')) not valid;
comment on column clinical_notices.plan_version is 'Null if the notice names the person and no version';
