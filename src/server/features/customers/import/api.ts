/** Exports of imports for the jobs. */
export { findImportResult } from './running/result.ts';
export { runImport } from './running/run-import.ts';
export { releaseInvitations, removeImported } from './invitations/invitation-operations.ts';
