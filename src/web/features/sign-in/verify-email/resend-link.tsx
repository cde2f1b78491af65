import { useState } from 'react';
import { callRest } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ErrorWording } from '../../../forms/form-errors.ts';
import { useText } from '../../../app/texts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { ResendButton } from '../../../ui/buttons/resend-button.tsx';
import css from '../sign-in.module.css';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';

/** Seconds until the link can be sent again, as the server holds it. */
const resendSeconds = 60;

type ResendLinkProps = {
  email: string;
  /** The address was typed for this a moment ago. Whether it waits for a link is not told. */
  justSent?: boolean;
};

/** To wait is said by the seconds under the button. */
const errors: ErrorWording = { texts: { 'rate-limited': () => [] } };

/** Sends the link that checks an address again, once in 60 seconds (GAP-08). Says the same whether the address is known or not. */
export function ResendLink({ email, justSent = false }: ResendLinkProps) {
  const t = useText();
  const { left, start } = useSecondsLeft(justSent ? resendSeconds : 0);
  const [sent, setSent] = useState(false);

  const send = async () => {
    try {
      await callRest('/api/auth/resend-verification', { email });
    } catch (error) {
      setSent(false);
      if (error instanceof ApiError && error.code === 'rate-limited')
        start(error.retryAfter ?? resendSeconds);
      throw error;
    }
    setSent(true);
    start(resendSeconds);
  };

  return (
    <ResendButton
      label="verify.resend"
      wait="verify.resendWait"
      left={left}
      resetMs={2500}
      send={send}
      errors={errors}
      className={css.resend}
    >
      <div role="status">
        {sent && <Notice icon="mail">{t(justSent ? 'verify.asked' : 'verify.resent', { email })}</Notice>}
      </div>
    </ResendButton>
  );
}
