export { foldCustomerCounts, oldestCountChange } from './list/fold-counts.ts';
export { countCustomers, countOf, totalsOf } from './list/counts.ts';
export { findTrial } from './actions/trial.ts';
export { ofProviders } from './list/places.ts';
export { hasStatus, trialEndsSoon } from './customer-sql.ts';
export { isEvidence } from './conversations/store.ts';
export { conflictsOf } from './import/checking/conflicts.ts';
export { insertCustomers, recordAdded, sealCustomers } from './import/running/invite-rows.ts';
