import { useState } from 'react';
import { callRest } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ErrorWording } from '../../../forms/errors/form-errors.ts';
import { useText } from '../../../app/texts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { ResendButton } from '../../../ui/buttons/resend-button.tsx';
import css from '../sign-in.module.css';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';

/** Seconds until the link can be sent again, as enforced by the server. */
const resendSeconds = 60;

type ResendLinkProps = {
  email: string;
  /** The address was just typed for this. Whether it waits for a link is not disclosed. */
  justSent?: boolean;
};

/** The seconds under the button show the time to wait. */
const errors: ErrorWording = { texts: { 'rate-limited': () => [] } };

/**
 * Sends the link that checks an address again, once in 60 seconds (GAP-08). The message is the same whether the address is known
 * or not.
 */
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
