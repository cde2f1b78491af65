import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionLost } from '../../api/session-lost.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useSession } from '../session.tsx';
import { useText } from '../texts.tsx';

const ImpersonationEndedDialog = lazy(
  () => import('../../features/impersonation/impersonation-ended-dialog.tsx'),
);

/**
 * Says that the session ended, over the page with what was typed, and leads to signing in and back; for staff whose time in a customer's
 * account is over, back to their own.
 */
export function SessionLostDialog() {
  const t = useText();
  const router = useRouter();
  const user = useSession();
  const [lost, setLost] = useState<'own' | 'customer' | null>(null);
  const acting = user?.acting != null;
  useEffect(() => onSessionLost(() => setLost(acting ? 'customer' : 'own')), [acting]);
  const signIn = () => {
    const returnPath = router.state.location.href;
    // A whole new page, so that nothing of the old session stays in memory.
    location.assign(`/login?${new URLSearchParams({ returnPath, reason: 'expired' }).toString()}`);
  };
  if (lost === 'customer') {
    return (
      <Suspense>
        <ImpersonationEndedDialog onClose={() => setLost(null)} />
      </Suspense>
    );
  }
  return (
    <Modal
      open={lost === 'own'}
      onClose={signIn}
      mustChoose
      role="alertdialog"
      title={t('system.sessionEnded.title')}
      lead={t('system.sessionEnded.body')}
      foot={<Button onClick={signIn}>{t('system.sessionEnded.button')}</Button>}
    />
  );
}
