import { callRest } from '../../api/call.ts';

/** Reason for an impersonation, with the proof for its second step. */
export type Entry = { reason: string; agreed?: boolean } & (
  | { password: string }
  | { code: string; method: string }
);

/** Begins together (N-08): the server sets the cookie of the customer's session, and ends that of the staff member. @throws ApiError */
export function startTogether(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/begin-together', { customerId, ...entry });
}

/** Enters a customer's account (API-33): the server sets the cookie of the new session. @throws ApiError */
export function startImpersonation(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/login-as-customer', { customerId, ...entry });
}
