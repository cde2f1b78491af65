/** What imports show the jobs. */
export { findImportResult } from './result.ts';
export { runImport, tidyImports } from './run-import.ts';
export { releaseInvitations, removeImported } from './invitation-operations.ts';
