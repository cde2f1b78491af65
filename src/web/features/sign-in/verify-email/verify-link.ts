import { callRest } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';

const checks = new Map<string, Promise<true>>();

/**
 * Has the server check the link of a mail. A link works once, so one page asks once for it, however often React runs an effect. A
 * check that got no answer, or one to wait, is asked again.
 * @throws ApiError `invalid` when the link is not good
 */
export function checkLink(token: string): Promise<true> {
  const running = checks.get(token);
  if (running) return running;
  const check = callRest('/api/auth/verify-email', { token }).then(
    () => true as const,
    (error: unknown) => {
      if (codeOf(error) !== 'invalid') checks.delete(token);
      throw error;
    },
  );
  checks.set(token, check);
  return check;
}
