-- The audit report has forms that a clinical system fetched.
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
    'getPlanFhir', 'createHealthLink', 'revokeHealthLink', 'openHealthLink', 'confirmStillRight',
    'readClinicalDocuments', 'readClinicalDocument', 'readClinicalPlan', 'readClinicalConsents', 'readClinicalConsent',
    'openClinicalForm', 'setPaperAside', 'usePaperAgain', 'confirmPaper'])
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
    when action in ('openCustomerPlan', 'openPlanSharedWithMe', 'openSharedPlan', 'openEarlierRecordPlan', 'openHealthLink',
      'readClinicalDocuments', 'readClinicalDocument', 'readClinicalConsents', 'readClinicalConsent')
      or (action = 'readCustomerEmergency' and details ?| array['handover', 'table']) then 'planOpened'
    when action = 'readClinicalPlan' then
      case when details->>'as' = 'Binary' then 'pdfDownloaded' else 'planOpened' end
    when action in ('downloadCustomerPlan', 'readHandover', 'downloadEarlierRecordPlan', 'getPlanFhir') then 'pdfDownloaded'
    when action in ('openEmergency', 'readCustomerEmergency') then 'emergencyOpened'
    when action = 'confirmStillRight' then 'planConfirmed'
    when action = 'handOver' then 'handedOver'
    when action = 'mailMyPlan' then 'planMailed'
    when action = 'renewEmergencyCard' then 'cardRenewed'
    when action in ('activateFile', 'copyFileS3', 'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'keepCarePaper')
      then 'fileAdded'
    when action in ('previewEarlierFile', 'openCustomerFile', 'openSharedFile', 'recordEmergencyFile', 'generateS3Url', 'downloadEolFile',
      'openClinicalForm') then 'fileOpened'
    when action in ('deleteFile', 'takeCarePaperAway') then 'fileDeleted'
    when action = 'reviewFiles' then 'fileChecked'
    when action = 'setPaperAside' then 'fileSetAside'
    when action in ('usePaperAgain', 'confirmPaper') then 'fileUsedAgain'
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
