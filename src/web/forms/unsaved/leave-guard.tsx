import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { onSessionLost } from '../../api/session/session-lost.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';

type LeaveGuardProps = {
  hasChanges: () => boolean;
  onLeave: () => void;
  /** Whether navigation to this place loses nothing. */
  keeps?: (place: { pathname: string; search: object }) => boolean;
  /** Text about what would be lost, if that is not answers. */
  lead?: PlainTextKey;
};

/** Asks before a page is left while `hasChanges` says that changes are not saved. `onLeave` discards them. */
export function LeaveGuard({ hasChanges, onLeave, keeps, lead = 'save.leave.body' }: LeaveGuardProps) {
  const t = useText();
  // Once the session is over, the person leaves to sign in and comes back: typed text is stored, so no question is needed.
  const sessionOver = useRef(false);
  useEffect(() => onSessionLost(() => void (sessionOver.current = true)), []);
  const blocks = () => !sessionOver.current && hasChanges();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !keeps?.(next) && blocks(),
    enableBeforeUnload: blocks,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Modal
      open
      role="alertdialog"
      onClose={blocker.reset}
      title={t('save.leave.title')}
      lead={t(lead)}
      foot={
        <>
          <Button onClick={blocker.reset}>{t('save.leave.stay')}</Button>
          <Button variant="two" onClick={leave}>
            {t('save.leave.go')}
          </Button>
        </>
      }
    />
  );
}
