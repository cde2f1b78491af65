-- Entries about plans that were sent to a residential-care system or withdrawn there, and about papers from there (INTEG-01, D-51). An
-- attempt that failed, or for which nothing was to be sent, is not one of a plan.

create or replace function is_plan_entry(action text, details jsonb) returns boolean immutable parallel safe language sql as $$
  select not details ? 'refused' and details->>'plan' is distinct from 'false' and details->>'changed' is distinct from 'false'
    and details->>'failure' is null and coalesce(details->>'did', 'call') = 'call' and action = any (array[
    'updateAnswers', 'updateRevision', 'updateACPStatus', 'openEmergency', 'openCustomerPlan', 'downloadCustomerPlan',
    'readCustomerEmergency', 'openPlanSharedWithMe', 'openSharedPlan', 'mailMyPlan', 'renewEmergencyCard', 'activateFile', 'copyFileS3',
    'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'previewEarlierFile', 'openCustomerFile', 'openSharedFile',
    'recordEmergencyFile', 'generateS3Url', 'downloadEolFile', 'deleteFile', 'reviewFiles', 'insertSharedFiles', 'acceptContactRequest',
    'deleteTrustedContact', 'stepBack', 'lockCustomer', 'externalCustomer', 'updateACP', 'rollbackACP', 'removeEndOfLifeDocument',
    'loginAsCustomer', 'returnToOwn', 'downloadDataExport', 'syncAcp', 'sendLinkedPlan', 'sendSyncLine', 'keepCarePaper',
    'takeCarePaperAway'])
$$;
