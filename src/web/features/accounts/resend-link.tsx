import { useState } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import { postJson } from '../../api/rest.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button, type StateWords } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useButtonState } from '../../ui/use-button-state.ts';
import { formRefusal } from './refusals.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import css from './accounts.module.css';

/** Seconds until the link can be sent again, as the server holds it. */
const resendSeconds = 60;

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type ResendLinkProps = {
  email: string;
  /** The link went out a moment ago. */
  justSent?: boolean;
};

/** Sends the link that checks an address again, once in 60 seconds (GAP-08). Says the same whether the address is known or not. */
export function ResendLink({ email, justSent = false }: ResendLinkProps) {
  const t = useText();
  const { state, run } = useButtonState(2500);
  const { left, start } = useSecondsLeft(justSent ? resendSeconds : 0);
  const [sent, setSent] = useState(false);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);

  const send = () =>
    run(async () => {
      setProblems([]);
      const result = await postJson('/api/auth/resend-verification', { email });
      setSent(result.ok);
      if (result.ok) start(resendSeconds);
      else if (result.error.code === 'rate-limited') start(result.error.retryAfter ?? resendSeconds);
      else setProblems(formRefusal(result.error));
      return result.ok;
    });

  return (
    <div className={css.resend}>
      <div role="status">{sent && <Notice icon="mail">{t('verify.resent')}</Notice>}</div>
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
        onClick={() => void send()}
      >
        {t('verify.resend')}
      </Button>
      {left > 0 && <p className="small quiet num">{t('verify.resendWait', { count: left })}</p>}
    </div>
  );
}
