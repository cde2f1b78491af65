import { useState } from 'react';
import { postJson } from '../../../api/rest.ts';
import { useText } from '../../../app/texts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { formRefusal } from '../../../forms/form-errors.ts';
import { ResendButton } from '../../../ui/buttons/resend-button.tsx';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';

/** Seconds until the link can be sent again, as the server holds it. */
const resendSeconds = 60;

type ResendLinkProps = {
  email: string;
  /** The address was typed for this a moment ago. Whether it waits for a link is not told. */
  justSent?: boolean;
};

/** Sends the link that checks an address again, once in 60 seconds (GAP-08). Says the same whether the address is known or not. */
export function ResendLink({ email, justSent = false }: ResendLinkProps) {
  const t = useText();
  const { left, start } = useSecondsLeft(justSent ? resendSeconds : 0);
  const [sent, setSent] = useState(false);

  const send = async () => {
    const result = await postJson('/api/auth/resend-verification', { email });
    setSent(result.ok);
    if (result.ok) start(resendSeconds);
    else if (result.error.code === 'rate-limited') start(result.error.retryAfter ?? resendSeconds);
    const told = result.ok || result.error.code === 'rate-limited' ? [] : formRefusal(result.error);
    return { sent: result.ok, problems: told };
  };

  return (
    <ResendButton label="verify.resend" wait="verify.resendWait" left={left} resetMs={2500} send={send}>
      <div role="status">
        {sent && <Notice icon="mail">{t(justSent ? 'verify.asked' : 'verify.resent', { email })}</Notice>}
      </div>
    </ResendButton>
  );
}
