import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../../api/errors.ts';
import { roleOf } from '../../app/person.ts';
import { returnToOwn, startSession } from '../../app/session.tsx';
import { translate } from '../../app/texts.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';

/**
 * Leaves the customer's account and goes to the customer's page as oneself, or to the dashboard for ''. `timeOver` adds the
 * message that the time is over. The texts `login-as-customer` must be loaded. Throws ApiError if the server refuses;
 * `unauthenticated` if the staff member must sign in again.
 */
export function useFinishImpersonation(): (
  customerId: string,
  options?: { timeOver?: boolean },
) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (customerId, { timeOver = false } = {}) => {
      await returnToOwn();
      const user = await startSession();
      if (!user || user.acting) throw new ApiError('unauthenticated');
      const words = translate('lac.ended.title');
      showSnackbar(timeOver ? `${words}. ${translate('lac.ended.time')}` : words);
      const area = roleOf(user).startsWith('provider') ? 'provider' : 'admin';
      await router.navigate({ href: customerId ? `/${area}/customers/${customerId}` : '/dashboard' });
    },
    [router],
  );
}
