import { useRef, useState } from 'react';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { rescueFocus } from '../../../../ui/rescue-focus.ts';
import { sendInvitations, takeBack } from '../import-api.ts';
import css from '../import.module.css';

type WaitingInvitationsProps = { id: string; due: string | null; done: number; onChanged: () => void };

/** Invitations of an import that are sent later: send them immediately, or remove the customers, after confirmation. */
export function WaitingInvitations({ id, due, done, onChanged }: WaitingInvitationsProps) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const ask = (next: boolean) => {
    setAsks(next);
    rescueFocus(() => box.current?.querySelector('button'));
  };
  const send = useAction(() => sendInvitations(id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.importSent'));
      onChanged();
    },
  });
  const back = useAction(() => takeBack(id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.importTakenBack'));
      onChanged();
    },
  });
  const isBusy = send.state === 'pending' || back.state === 'pending';
  return (
    <div className={css.waiting} ref={box}>
      {due !== null && <p>{t('import.invitations.wait', { time: melbourneTime(new Date(due)) })}</p>}
      {asks && <p role="alert">{t('import.takeBack.ask', { count: done })}</p>}
      <div className="acts">
        {asks ? (
          <>
            <Button variant="danger" off={isBusy} onClick={() => void back.run()}>
              {t('import.takeBack.sure')}
            </Button>
            <Button variant="two" off={isBusy} onClick={() => ask(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <>
            {due !== null && (
              <Button variant="two" off={isBusy} onClick={() => void send.run()}>
                {t('import.invitations.sendNow')}
              </Button>
            )}
            <Button variant="two" off={isBusy} onClick={() => ask(true)}>
              {t('import.takeBack')}
            </Button>
          </>
        )}
      </div>
      <ProblemList problems={[...send.problems, ...back.problems]} className={css.problems} />
    </div>
  );
}
