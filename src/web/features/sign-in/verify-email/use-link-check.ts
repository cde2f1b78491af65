import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { useSession } from '../../../app/session.tsx';
import { translate } from '../../../app/texts.tsx';
import { carrySnackbar, showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useSignedIn } from '../use-signed-in.ts';
import { checkLink, type CheckedLink } from './verify-link.ts';

/**
 * Checks the token of a link, and goes to the next page if nothing has to be asked. `notEntered`: the address is verified, but the
 * new session could not be read.
 */
export function useLinkCheck(token: string) {
  const router = useRouter();
  const signedIn = useSession() !== null;
  const { data: checked, failed, retry } = useCall(token, () => checkLink(token));

  const enter = useSignedIn();
  const [notEntered, setNotEntered] = useState(false);

  const goOn = useCallback(
    async (link: CheckedLink) => {
      const isIn = signedIn || link.user !== undefined;
      carrySnackbar(showSnackbar(translate(isIn ? 'success.emailVerified' : 'signin.afterVerified')));
      if (link.user === undefined) return router.navigate({ to: '/login', replace: true });
      // A person begins at the questions, or at the file that they sent when they signed up.
      const entered = link.with_file ? enter('/dashboard') : enter('/questionnaire', { begins: true });
      return entered.catch(() => setNotEntered(true));
    },
    [enter, router, signedIn],
  );
  useEffect(() => {
    if (checked && !checked.asks) void goOn(checked);
    // Once for each link: a new session is what it leads to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [checked]);

  return { asks: checked?.asks !== undefined, failed, retry, signedIn, notEntered, goOn };
}
