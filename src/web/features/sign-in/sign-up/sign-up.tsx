import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { callRest } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/use-call.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { formErrors } from '../../../forms/form-errors.ts';
import { useLinkSecret } from '../link-secret.ts';
import { SignupPageForm } from './sign-up-form.tsx';
import { useSignedIn } from '../use-signed-in.ts';
import css from '../sign-in.module.css';

/** Signing up, as a page of its own. With the token of an invitation the address is filled in and locked (SIGNUP-05, SIGNUP-06). */
export function Page(): ReactNode {
  const t = useText();
  const token = useLinkSecret('token');
  const extras = { token, payload: useLinkSecret('payload') };
  return (
    <AccountFrame long>
      <PageTitle>{t('signup.title')}</PageTitle>
      <p className="lead">{t('signup.lead')}</p>
      {token === undefined ? (
        <SignUp extras={extras} />
      ) : (
        <Invited key={token} token={token} extras={extras} />
      )}
    </AccountFrame>
  );
}

type Extras = { token: string | undefined; payload: string | undefined };

/** An invitation that could not be read now, and may be later. */
const isForNow = ({ code }: ApiError) => code === 'unavailable' || code === 'rate-limited';

/** Reads the invitation first. One that cannot be read leads to signing in (SIGNUP-07). */
function Invited({ token, extras }: { token: string; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const { data, failed, retry } = useCall(token, () =>
    callRest<{ email: string }>('/api/auth/signup-token', { token }),
  );
  const isBad = failed !== undefined && !isForNow(failed);
  useEffect(() => {
    if (isBad)
      void router.navigate({ to: '/login', replace: true, state: { notice: 'error.signup.tokenBad' } });
  }, [isBad, router]);

  if (data) return <SignUp invitedEmail={data.email} extras={extras} />;
  if (!failed || isBad) return <Spinner word="signup.readingInvitation" />;
  return (
    <>
      {formErrors(failed).map((problem) => (
        <p key={problem.message} className="err" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button onClick={retry}>{t('common.tryAgain')}</Button>
    </>
  );
}

function SignUp({ invitedEmail, extras }: { invitedEmail?: string; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const enter = useSignedIn();
  return (
    <>
      <SignupPageForm
        invitedEmail={invitedEmail}
        extras={extras}
        onVerify={(email) => router.navigate({ to: '/verify-email', state: { email } })}
        onEntered={() => enter('/dashboard')}
      />
      <p className={css.or}>
        {t('signup.haveAccount')} <Link to="/login">{t('signup.toSignin')}</Link>
      </p>
      <p className="small quiet">
        <HelpLine>{t('signup.noEmailHelp')}</HelpLine>
      </p>
    </>
  );
}
