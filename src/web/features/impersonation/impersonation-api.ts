import { callRest } from '../../api/call.ts';

/** Reason for an impersonation, with the proof for its second step. */
export type Entry = { reason: string; agreed?: boolean } & (
  | { password: string }
  | { code: string; method: string }
);

/** Enters a customer's account (API-33): the server sets the cookie of the new session. @throws ApiError */
export function startImpersonation(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/login-as-customer', { customerId, ...entry });
}
