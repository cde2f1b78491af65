import type { ReactNode } from 'react';
import type { PlainTextKey, TextKeyWith } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import type { ErrorWording } from '../../forms/errors/form-errors.ts';
import { messageOf } from '../../forms/errors/messages.ts';
import { useAction } from '../../forms/use-action.ts';
import { Button, type StateWords } from './button.tsx';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type ResendButtonProps = {
  label: PlainTextKey;
  /** Text with the time to wait, with `count` seconds. */
  wait: TextKeyWith<'count'>;
  /** Seconds until it can be sent again. */
  left: number;
  /** Time after which the button returns to its initial state, in milliseconds. */
  resetMs: number;
  /** Sends again. Throws ApiError. */
  send: () => Promise<unknown>;
  /** Messages if sending failed. */
  errors?: ErrorWording | undefined;
  className: string | undefined;
  /** Content above the button. */
  children?: ReactNode;
};

/** Button that sends something again, and shows when it can be pressed again. */
export function ResendButton({
  label,
  wait,
  left,
  resetMs,
  send,
  errors,
  className,
  children,
}: ResendButtonProps) {
  const t = useText();
  const { state, run, problems } = useAction(send, { ...errors, resetMs });
  return (
    <div className={className}>
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
        onClick={() => void run()}
      >
        {t(label)}
      </Button>
      {left > 0 && <p className="small quiet num">{t(wait, { count: left })}</p>}
    </div>
  );
}
