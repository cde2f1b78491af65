import { callRest } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';

/** What a link led to. `asks`: who opens it here did not sign up in this browser. `user`: they are signed in now. */
export type CheckedLink = { asks?: 'password'; user?: object };

/** Has the server check a link, with the password where it was asked for. Throws ApiError. */
export const sendLink = (link: { token: string; password?: string }): Promise<CheckedLink> =>
  callRest<CheckedLink>('/api/auth/verify-email', link);

const checks = new Map<string, Promise<CheckedLink>>();

/**
 * Has the server check the link of a mail. A link works once, so one page asks once for it, however often React runs an effect. A
 * check that got no answer, or one to wait, is asked again.
 * @throws ApiError `invalid` when the link is not good
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
