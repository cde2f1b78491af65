import type { userStatuses } from '../account-lists.ts';

/** State of an account (CACT-01). */
export type AccountStatus = (typeof userStatuses)[number];

/** Returns the status of a suspended account when it is unsuspended: an unaccepted invitation keeps waiting. */
export const statusAfterSuspension = (account: { hasAccepted: boolean }): AccountStatus =>
  account.hasAccepted ? 'active' : 'invited';
