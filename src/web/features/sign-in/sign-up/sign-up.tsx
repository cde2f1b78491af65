import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import type { ApiError } from '../../../api/errors.ts';
import { postJson } from '../../../api/rest.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { formRefusal } from '../../../forms/form-errors.ts';
import { useSearchText } from '../search-text.ts';
import { SignupPageForm } from './sign-up-form.tsx';
import { useEnter } from '../use-signed-in.ts';
import css from '../sign-in.module.css';

/** The words of the page that comes next. */
export const texts: readonly TextFile[] = ['verify-email'];

/** Signing up, as a page of its own. With the token of an invitation the address is filled in and locked (SIGNUP-05, SIGNUP-06). */
export function Page(): ReactNode {
  const t = useText();
  const token = useSearchText('token');
  const extras = { token, payload: useSearchText('payload') };
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

/** Reads the invitation first. One that cannot be read leads to signing in (SIGNUP-07). */
function Invited({ token, extras }: { token: string; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const [email, setEmail] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const reading = email === null && error === null;

  useEffect(() => {
    if (!reading) return undefined;
    let gone = false;
    void postJson<{ email: string }>('/api/auth/signup-token', { token }).then((result) => {
      if (gone) return;
      if (result.ok) setEmail(result.body.email);
      else if (result.error.code === 'unavailable' || result.error.code === 'rate-limited')
        setError(result.error);
      else void router.navigate({ to: '/login', replace: true, state: { notice: 'error.signup.tokenBad' } });
    });
    return () => {
      gone = true;
    };
  }, [token, reading, router]);

  if (email !== null) return <SignUp invitedEmail={email} extras={extras} />;
  if (!error) return <Spinner word="signup.readingInvitation" />;
  return (
    <>
      {formRefusal(error).map((problem) => (
        <p key={problem.message} className="err" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button onClick={() => setError(null)}>{t('common.tryAgain')}</Button>
    </>
  );
}

function SignUp({ invitedEmail, extras }: { invitedEmail?: string; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const enter = useEnter();
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
