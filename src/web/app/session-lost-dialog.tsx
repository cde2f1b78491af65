import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onSessionLost } from '../api/session-lost.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { useText } from './texts.tsx';

/** Says that the session ended, over the page with what was typed, and leads to signing in and back. */
export function SessionLostDialog() {
  const t = useText();
  const router = useRouter();
  const [lost, setLost] = useState(false);
  useEffect(() => onSessionLost(() => setLost(true)), []);
  const signIn = () => {
    const returnPath = router.state.location.href;
    // A whole new page, so that nothing of the old session stays in memory.
    location.assign(`/login?${new URLSearchParams({ returnPath, reason: 'expired' }).toString()}`);
  };
  return (
    <Modal
      open={lost}
      onClose={signIn}
      mustChoose
      role="alertdialog"
      title={t('system.sessionEnded.title')}
      lead={t('system.sessionEnded.body')}
      foot={<Button onClick={signIn}>{t('system.sessionEnded.button')}</Button>}
    />
  );
}
