lock table integration_papers, plan_entries, provider_connections in access exclusive mode;

-- The audit report of plans is filtered by the customer, by the person who did it, and by the event. Entries of before this migration
-- get their event in the background, by plan_entries_name; until then the report reads it from audit_log. The indexes of events
-- contain named entries only, so that they are empty when they are made.

alter table plan_entries add column event text;
comment on column plan_entries.event is 'What was done, as planEventOf names it; empty if the entry of the trail is gone; null before it is named';

-- `planEventOf` of src/domain/reports/audit-events.ts returns the same.
create function plan_entry_event(action text, details jsonb) returns text immutable parallel safe language sql as $$
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
    when action in ('openCustomerPlan', 'openPlanSharedWithMe', 'openSharedPlan')
      or (action = 'readCustomerEmergency' and details ? 'handover') then 'planOpened'
    when action = 'downloadCustomerPlan' then 'pdfDownloaded'
    when action in ('openEmergency', 'readCustomerEmergency') then 'emergencyOpened'
    when action = 'mailMyPlan' then 'planMailed'
    when action = 'renewEmergencyCard' then 'cardRenewed'
    when action in ('activateFile', 'copyFileS3', 'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'keepCarePaper')
      then 'fileAdded'
    when action in ('previewEarlierFile', 'openCustomerFile', 'openSharedFile', 'recordEmergencyFile', 'generateS3Url', 'downloadEolFile')
      then 'fileOpened'
    when action in ('deleteFile', 'takeCarePaperAway') then 'fileDeleted'
    when action = 'reviewFiles' then 'fileChecked'
    when action = 'insertSharedFiles' then 'shared'
    when action = 'acceptContactRequest' then 'contactAccepted'
    when action in ('deleteTrustedContact', 'stepBack') then 'contactRemoved'
    when action = 'rollbackACP' then 'planRolledBack'
    when action = 'removeEndOfLifeDocument' then 'eolRemoved'
    when action = 'loginAsCustomer' then 'loginAsStarted'
    when action = 'returnToOwn' then 'loginAsEnded'
    when action = 'downloadDataExport' then 'exported'
  end
$$;

create or replace function plan_entries_add() returns trigger language plpgsql as $$
begin
  insert into plan_entries (user_id, seq, provider_id, at, actor_id, event)
  select c.user_id, new.seq, c.provider_id, new.at, coalesce(new.acting_staff_id, new.actor_id), plan_entry_event(new.action, new.details)
  from customer_list c where c.user_id = new.chain::uuid
  on conflict (user_id, seq) do nothing;
  return null;
end $$;

-- Names the next entries of before this migration. Another process that does the same takes others.
create function plan_entries_name(most integer) returns integer language plpgsql as $$
declare
  named integer;
begin
  with due as (
    select id, user_id, seq from plan_entries where event is null order by id limit most for update skip locked
  )
  update plan_entries e set event = coalesce(plan_entry_event(l.action, l.details), '')
  from due left join audit_log l on l.chain = due.user_id::text and l.seq = due.seq
  where e.id = due.id;
  get diagnostics named = row_count;
  return named;
end $$;

create index plan_entries_unnamed on plan_entries (id) where event is null;
create index plan_entries_event on plan_entries (event, at desc, id desc) include (user_id, actor_id) where event is not null;
create index plan_entries_provider_event on plan_entries (provider_id, event, at desc, id desc) include (user_id, actor_id)
  where event is not null;
create index plan_entries_actor on plan_entries (actor_id, at desc, id desc) include (user_id, provider_id, event);

-- A save or a removal of the connection of an organisation's sign-in names the version that it is based on. Each save takes the next number
-- of all connections, so that a connection that was removed and set up again never has an earlier one.
alter table provider_connections add column version integer not null default 1;
create sequence provider_connection_versions as integer start 2;

-- A paper of a residential-care system that changed under the same id is fetched again (D-51), if the system marks its changes.
alter table integration_papers add column change_mark text check (length(change_mark) between 1 and 200);
comment on column integration_papers.change_mark is 'What the system says of the last change of the paper whose file we have, such as its time or a hash; null if unknown';
