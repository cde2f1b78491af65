import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeReturnPath } from '../../app/router/return-path.ts';
import { startSession } from '../../app/session.tsx';

/**
 * Reads the session after a sign-in and goes to `returnPath`, or to the dashboard. Throws ApiError if the session cannot be read.
 */
export function useSignedIn(): (returnPath?: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (returnPath) => {
      await startSession();
      await router.navigate({ href: safeReturnPath(returnPath), replace: true });
    },
    [router],
  );
}
