import { callRest } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';

/**
 * Result of a link. `asks`: the person did not sign up in this browser. `user`: they are signed in now. `with_file`: they sent a
 * file when they signed up.
 */
export type CheckedLink = { asks?: 'password'; user?: object; with_file?: true };

/** Sends a link to the server to be checked, with the password if required. Throws ApiError. */
export const sendLink = (link: { token: string; password?: string }): Promise<CheckedLink> =>
  callRest<CheckedLink>('/api/auth/verify-email', link);

const checks = new Map<string, Promise<CheckedLink>>();

/**
 * Has the server check the link of a mail. A link works once, so a page sends it once, however often React runs an effect. A
 * check without a response, or with a rate limit, is repeated.
 * @throws ApiError `invalid` if the link is not valid
 */
export function checkLink(token: string): Promise<CheckedLink> {
  const running = checks.get(token);
  if (running) return running;
  const check = sendLink({ token }).catch((error: unknown) => {
    if (codeOf(error) !== 'invalid') checks.delete(token);
    throw error;
  });
  checks.set(token, check);
  return check;
}
