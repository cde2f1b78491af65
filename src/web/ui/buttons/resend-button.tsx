import { useState, type ReactNode } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button, type StateWords } from './button.tsx';
import { useButtonState } from './use-button-state.ts';
import css from '../../features/sign-in/sign-in.module.css';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type ResendButtonProps = {
  label: TextKey;
  /** Says how long to wait, with `count` seconds. */
  wait: TextKey;
  /** Seconds until it can be sent again. */
  left: number;
  /** Milliseconds after which the button is itself again. */
  resetMs: number;
  /** Sends again: what is to be told, and whether it went out. */
  send: () => Promise<{ sent: boolean; problems: readonly FieldError[] }>;
  /** Stands above the button. */
  children?: ReactNode;
};

/** A button that sends something once more, and says when it can be pressed again. */
export function ResendButton({ label, wait, left, resetMs, send, children }: ResendButtonProps) {
  const t = useText();
  const { state, run } = useButtonState(resetMs);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  const press = () =>
    void run(async () => {
      setProblems([]);
      const answer = await send();
      setProblems(answer.problems);
      return answer.sent;
    });
  return (
    <div className={css.resend}>
      {children}
      {problems.map((problem) => (
        <p key={problem.message} className="err" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button
        variant="two"
        icon="renew"
        state={state}
        words={words}
        off={left > 0 && state === 'initial'}
        onClick={press}
      >
        {t(label)}
      </Button>
      {left > 0 && <p className="small quiet num">{t(wait, { count: left })}</p>}
    </div>
  );
}
