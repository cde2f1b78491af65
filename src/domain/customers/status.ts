import type { userStatuses } from '../account-lists.ts';

/** How far an account is (CACT-01). */
export type AccountStatus = (typeof userStatuses)[number];

/** What a suspended account becomes when it may be used again: an invitation that was not accepted waits on. */
export const statusAfterSuspension = (account: { hasAccepted: boolean }): AccountStatus =>
  account.hasAccepted ? 'active' : 'invited';
