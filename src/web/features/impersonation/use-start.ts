import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../../api/errors.ts';
import { leaveForCustomer } from '../../app/gates/leaving.ts';
import { startSession } from '../../app/session.tsx';
import { translate } from '../../app/texts.tsx';
import { carrySnackbar, showSnackbar } from '../../ui/messages/snackbars.ts';
import { startImpersonation, startTogether, type Entry } from './impersonation-api.ts';

/** Time for which the message to wait is shown, in milliseconds (ERR-17). */
const waitMs = 10_000;

/**
 * Enters a customer's account and goes to its dashboard (LAC-02). For every part of the product that offers it; the texts
 * `errors` must be loaded. Throws ApiError if the server refuses.
 */
export function useStartImpersonation(): (
  customer: { id: string; name: string },
  entry: Entry,
) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (customer, entry) => {
      await startImpersonation(customer.id, entry);
      carrySnackbar(
        showSnackbar(translate('success.loggingIn', { customer: customer.name }), 'done', waitMs),
      );
      const user = await startSession();
      if (!user?.acting) throw new ApiError('general_error');
      await router.navigate({ to: '/dashboard' });
    },
    [router],
  );
}

/** Begins together with a customer (N-08) and loads their dashboard. Throws ApiError if the server refuses. */
export async function beginTogether(customer: { id: string }, entry: Entry): Promise<void> {
  await startTogether(customer.id, entry);
  leaveForCustomer(customer.id);
}
