import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeReturnPath } from '../../app/router/return-path.ts';
import { startSession } from '../../app/session.tsx';
import { forgetUnsaved } from '../../app/unsaved.ts';

/**
 * After a sign-in: reads the session and goes to `returnPath`, or to the dashboard.
 * Throws ApiError when the session cannot be read.
 */
export function useSignedIn(): (returnPath?: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (returnPath) => {
      const user = await startSession();
      // What another person typed in this tab is none of theirs.
      if (user) forgetUnsaved({ but: user.id });
      await router.navigate({ href: safeReturnPath(returnPath), replace: true });
    },
    [router],
  );
}
