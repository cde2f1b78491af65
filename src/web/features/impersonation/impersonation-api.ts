import { callRest } from '../../api/call.ts';

/** The reason for an impersonation, and the second step shown for it. */
export type Entry = { reason: string; agreed?: boolean } & (
  | { password: string }
  | { code: string; method: string }
);

/** Enters a customer's account (API-33): the server puts the session of the account into the browser. @throws ApiError */
export function startImpersonation(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/login-as-customer', { customerId, ...entry });
}
