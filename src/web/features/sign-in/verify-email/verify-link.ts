import { ApiError } from '../../../api/errors.ts';
import { postJson } from '../../../api/rest.ts';

const checks = new Map<string, Promise<ApiError | null>>();

/**
 * Has the server check the link of a mail; null when it was good. A link works once, so one page asks once for it, however often
 * React runs an effect. A check that got no answer, or one to wait, is asked anew.
 */
export function checkLink(token: string): Promise<ApiError | null> {
  const running = checks.get(token);
  if (running) return running;
  const check = postJson('/api/auth/verify-email', { token }).then((result) => {
    if (result.ok) return null;
    if (result.error.code !== 'invalid') checks.delete(token);
    return result.error;
  });
  checks.set(token, check);
  return check;
}
