-- A person can say that the signed plan is still right (issue 29, docs/decisions/0138). It is then due to be looked at again a year later,
-- so the list of customers has the day from which that year counts.
lock table acps, customer_list in access exclusive mode;

alter table acps add column still_right_at timestamptz, add column still_right_version integer;
comment on column acps.still_right_at is 'When the person last said that the signed plan is still right';
comment on column acps.still_right_version is 'The plan_version of which the person said it';

alter table customer_list add column plan_since timestamptz;
comment on column customer_list.plan_since is 'When the plan in force was last signed, changed, added, or said to be still right';

create or replace function customer_list_row_of(u users) returns setof customer_list stable parallel safe language sql as $$
  select u.id, u.provider_id, case when u.removal_requested_at is null then u.status else 'archived' end,
    case when f.found then 'complete' when a.version > 0 then 'draft' else 'none' end,
    coalesce(a.locked, false), coalesce(f.waits, false), f.latest, u.created_at,
    lower(coalesce(u.last_name, '') || ' ' || coalesce(u.first_name, '') || ' ' || u.email),
    customer_search(u.first_name, u.last_name, u.email, u.room), u.invite_date, u.trial_end_date,
    case when u.removal_requested_at is not null then u.delete_on end, room_sort(u.room),
    exists (select 1 from conversations c where c.user_id = u.id and c.answer is distinct from 'not_right'),
    greatest(f.latest, a.still_right_at)
  from (
    select bool_or(not is_eol) as found, max(activated_timestamp) filter (where not is_eol) as latest,
      bool_or(is_uploaded and not is_questionnaire and reviewed_at is null) as waits
    from files where user_id = u.id and category = 'ACP' and is_active
  ) f
  left join lateral (
    select version, locked, case when f.found and still_right_version = plan_version then still_right_at end as still_right_at
    from acps where user_id = u.id and type = 'active' limit 1
  ) a on true
  where u.permission_role_id = 5 and not (
    u.status = 'active' and u.email_verified_at is null and u.password_hash is not null and u.invite_accepted_date is null)
$$;

create or replace function customer_list_refresh(person uuid) returns void language plpgsql as $$
declare
  known customer_list;
  fresh customer_list;
begin
  select * into known from customer_list where user_id = person for update;
  if not found then
    perform 1 from users where id = person for no key update;
    select * into known from customer_list where user_id = person for update;
  end if;
  select * into fresh from customer_list_row(array[person]);
  if fresh.user_id is null then
    delete from customer_list where user_id = person;
  elsif known.user_id is null then
    insert into customer_list values (fresh.*);
  elsif known is distinct from fresh then
    update customer_list set (provider_id, status, plan, locked, review, latest_update, created_at, sort_name, search, invite_date,
        trial_end_date, removal_on, sort_room, has_conversation, plan_since)
      = row (fresh.provider_id, fresh.status, fresh.plan, fresh.locked, fresh.review, fresh.latest_update, fresh.created_at,
        fresh.sort_name, fresh.search, fresh.invite_date, fresh.trial_end_date, fresh.removal_on, fresh.sort_room,
        fresh.has_conversation, fresh.plan_since)
    where user_id = person;
  end if;
end $$;

create or replace trigger customer_list_plan_change after update on acps for each row
  when (new.locked <> old.locked or (new.version > 0) <> (old.version > 0) or new.type <> old.type
    or new.still_right_at is distinct from old.still_right_at or new.still_right_version is distinct from old.still_right_version
    or (new.still_right_at is not null and new.plan_version <> old.plan_version))
  execute function customer_list_of_row();

update customer_list set plan_since = latest_update where latest_update is not null;

drop index customer_list_again;
drop index customer_list_again_all;
create index customer_list_again on customer_list (provider_id, plan_since)
  where plan = 'complete' and not review and status <> 'archived';
create index customer_list_again_all on customer_list (plan_since)
  where plan = 'complete' and not review and status <> 'archived';

-- The audit report has what the person said, and the links that people give to readers with the openings of these (X-04).
create or replace function is_plan_entry(action text, details jsonb) returns boolean immutable parallel safe language sql as $$
  select not details ? 'refused' and not details ? 'repeated' and details->>'plan' is distinct from 'false' and details->>'changed' is distinct from 'false'
    and details->>'failure' is null and coalesce(details->>'did', 'call') = 'call' and action = any (array[
    'updateAnswers', 'updateRevision', 'updateACPStatus', 'openEmergency', 'openCustomerPlan', 'downloadCustomerPlan',
    'readCustomerEmergency', 'openPlanSharedWithMe', 'openSharedPlan', 'mailMyPlan', 'renewEmergencyCard', 'activateFile', 'copyFileS3',
    'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'previewEarlierFile', 'openCustomerFile', 'openSharedFile',
    'recordEmergencyFile', 'generateS3Url', 'downloadEolFile', 'deleteFile', 'reviewFiles', 'insertSharedFiles', 'acceptContactRequest',
    'deleteTrustedContact', 'stepBack', 'lockCustomer', 'externalCustomer', 'updateACP', 'rollbackACP', 'removeEndOfLifeDocument',
    'loginAsCustomer', 'returnToOwn', 'downloadDataExport', 'syncAcp', 'sendLinkedPlan', 'sendSyncLine', 'keepCarePaper',
    'takeCarePaperAway', 'handOver', 'readHandover', 'beginTogether', 'openEarlierRecordPlan', 'downloadEarlierRecordPlan',
    'getPlanFhir', 'createHealthLink', 'revokeHealthLink', 'openHealthLink', 'confirmStillRight'])
$$;

-- `planEventOf` of src/domain/reports/audit-events.ts returns the same.
create or replace function plan_entry_event(action text, details jsonb) returns text immutable parallel safe language sql as $$
  select case
    when action in ('updateAnswers', 'updateRevision', 'updateACPStatus') then case
      when details->>'status' is distinct from 'complete' then 'draftSaved'
      when details->'revision' = 'true' then 'planChanged' else 'planSaved' end
    when action = 'updateACP' and details ? 'external' and details ? 'locked' then 'planFlagged'
    when action = 'lockCustomer' or (action = 'updateACP' and not details ? 'external') then
      case when details->'locked' = 'true' then 'planLocked' else 'planUnlocked' end
    when action in ('externalCustomer', 'updateACP') then
      case when details->'external' = 'true' then 'planExternal' else 'planNotExternal' end
    when action in ('syncAcp', 'sendLinkedPlan', 'sendSyncLine') then
      case when details->>'step' = 'withdraw' then 'planWithdrawn' else 'planSent' end
    when action in ('openCustomerPlan', 'openPlanSharedWithMe', 'openSharedPlan', 'openEarlierRecordPlan', 'openHealthLink')
      or (action = 'readCustomerEmergency' and details ?| array['handover', 'table']) then 'planOpened'
    when action in ('downloadCustomerPlan', 'readHandover', 'downloadEarlierRecordPlan', 'getPlanFhir') then 'pdfDownloaded'
    when action in ('openEmergency', 'readCustomerEmergency') then 'emergencyOpened'
    when action = 'confirmStillRight' then 'planConfirmed'
    when action = 'handOver' then 'handedOver'
    when action = 'mailMyPlan' then 'planMailed'
    when action = 'renewEmergencyCard' then 'cardRenewed'
    when action in ('activateFile', 'copyFileS3', 'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'keepCarePaper')
      then 'fileAdded'
    when action in ('previewEarlierFile', 'openCustomerFile', 'openSharedFile', 'recordEmergencyFile', 'generateS3Url', 'downloadEolFile')
      then 'fileOpened'
    when action in ('deleteFile', 'takeCarePaperAway') then 'fileDeleted'
    when action = 'reviewFiles' then 'fileChecked'
    when action in ('insertSharedFiles', 'createHealthLink') then 'shared'
    when action = 'revokeHealthLink' then 'linkRevoked'
    when action = 'acceptContactRequest' then 'contactAccepted'
    when action in ('deleteTrustedContact', 'stepBack') then 'contactRemoved'
    when action = 'rollbackACP' then 'planRolledBack'
    when action = 'removeEndOfLifeDocument' then 'eolRemoved'
    when action = 'loginAsCustomer' then 'loginAsStarted'
    when action = 'beginTogether' then 'togetherStarted'
    when action = 'returnToOwn' then 'loginAsEnded'
    when action = 'downloadDataExport' then 'exported'
  end
$$;
