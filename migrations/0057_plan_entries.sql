-- Entries of a plan that the report missed: the operations of API-62, API-63 and of the files of the earlier system. An entry that
-- says that nothing was changed is not one of a plan.

create or replace function is_plan_entry(action text, details jsonb) returns boolean immutable parallel safe language sql as $$
  select not details ? 'refused' and details->>'plan' is distinct from 'false' and details->>'changed' is distinct from 'false'
    and action = any (array[
    'updateAnswers', 'updateRevision', 'updateACPStatus', 'openEmergency', 'openCustomerPlan', 'downloadCustomerPlan',
    'readCustomerEmergency', 'openPlanSharedWithMe', 'openSharedPlan', 'mailMyPlan', 'renewEmergencyCard', 'activateFile', 'copyFileS3',
    'activateEndOfLifeDocument', 'activateLegacyFile', 'migrateEOLFiles', 'previewEarlierFile', 'openCustomerFile', 'openSharedFile',
    'recordEmergencyFile', 'generateS3Url', 'downloadEolFile', 'deleteFile', 'reviewFiles', 'insertSharedFiles', 'acceptContactRequest',
    'deleteTrustedContact', 'stepBack', 'lockCustomer', 'externalCustomer', 'updateACP', 'rollbackACP', 'removeEndOfLifeDocument',
    'loginAsCustomer', 'returnToOwn', 'downloadDataExport'])
$$;

-- Entries from before this migration are added by the job of migration 0054, from the first customer again.
update report_fill set after = '00000000-0000-0000-0000-000000000000', done_at = null;
