import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { onSessionLost } from '../../api/session/session-lost.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';

/**
 * Asks before a dialog closes, or its page is left, during an upload. `request` closes the dialog, after asking if needed; `ask`
 * is the question, to be rendered.
 */
export function useCloseGuard(
  sending: boolean,
  { onStop, onClose }: { onStop: () => void; onClose: () => void },
): { request: () => void; ask: ReactNode } {
  const t = useText();
  const [asking, setAsking] = useState(false);
  // Once the session is over, the person leaves to sign in and comes back: the received parts are kept.
  const sessionOver = useRef(false);
  useEffect(() => onSessionLost(() => void (sessionOver.current = true)), []);
  const blocks = () => sending && !sessionOver.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && blocks(),
    enableBeforeUnload: blocks,
    withResolver: true,
  });
  const leaving = blocker.status === 'blocked';
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const stop = () => {
    onStop();
    if (leaving) blocker.proceed();
    else onClose();
  };
  const ask = ((asking && sending) || leaving) && (
    <Modal
      open
      role="alertdialog"
      onClose={stay}
      title={t('upload.closeAsk')}
      foot={
        <>
          <Button onClick={stay}>{t('upload.closeKeep')}</Button>
          <Button variant="two" onClick={stop}>
            {t('upload.closeStop')}
          </Button>
        </>
      }
    />
  );
  return { request: () => (sending ? setAsking(true) : onClose()), ask };
}
