export { holdInvitation, holdsInvitations } from './actions/held-invitations.ts';
export { foldCustomerCounts, oldestCountChange } from './list/fold-counts.ts';
export { countCustomers, countOf, totalsOf } from './list/counts.ts';
export { ofProviders } from './list/places.ts';
export { hasStatus } from './list/store.ts';
