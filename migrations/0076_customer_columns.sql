-- Columns of the customer table that a member of staff chose.
alter table users add column customer_columns text[]
  check (cardinality(customer_columns) <= 20);
comment on column users.customer_columns is 'Keys of the columns that this member of staff shows in the table of customers; null for the usual ones';

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
    when action in ('openCustomerPlan', 'openPlanSharedWithMe', 'openSharedPlan')
      or (action = 'readCustomerEmergency' and details ?| array['handover', 'table']) then 'planOpened'
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

