import { useRouter, type HistoryState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { safeReturnPath } from '../../app/router/return-path.ts';
import { startSession } from '../../app/session.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The person signed up just now: the questions begin with a sentence about them. */
    begins?: boolean;
  }
}

/**
 * Reads the session after a sign-in and goes to `returnPath`, or to the dashboard. Throws ApiError if the session cannot be read.
 */
export function useSignedIn(): (returnPath?: string, state?: HistoryState) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (returnPath, state) => {
      await startSession();
      await router.navigate({ href: safeReturnPath(returnPath), replace: true, ...(state && { state }) });
    },
    [router],
  );
}
