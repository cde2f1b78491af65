import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { TextFile, TextKey } from '../../../domain/i18n/texts.ts';
import type { ApiError } from '../../api/errors.ts';
import { AccountFrame } from '../../app/layout/account-frame.tsx';
import { useSession } from '../../app/session.tsx';
import { translate, useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { showSnackbar } from '../../ui/snackbars.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmailForm } from './email-form.tsx';
import { useHeld } from './held.ts';
import { formRefusal } from './refusals.ts';
import { ResendLink } from './resend-link.tsx';
import { useSearchText } from './search-text.ts';
import { checkLink } from './verify-link.ts';
import css from './accounts.module.css';

/** The words of the form for an address, and of the page that comes next. */
export const texts: readonly TextFile[] = ['signup', 'signin', 'success'];

/** Says to look into the inbox (EVERIFY-01); with the token of a link, checks the address (GAP-08). */
export function Page(): ReactNode {
  const token = useSearchText('token');
  return <AccountFrame>{token ? <CheckLink key={token} token={token} /> : <LookIntoInbox />}</AccountFrame>;
}

function LookIntoInbox() {
  const t = useText();
  const { email } = useHeld();
  return (
    <>
      <PageTitle>{t('verify.title')}</PageTitle>
      <p className="lead">{email ? t('verify.body', { email }) : t('verify.notFound')}</p>
      <Resending email={email} label="verify.resend" />
    </>
  );
}

/** Sends the link again to the address that is known, or to one that is asked for. */
function Resending({ email, label }: { email: string; label: TextKey }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const known = email || typed;
  return (
    <>
      {known ? (
        <>
          {typed && <p>{t('verify.body', { email: typed })}</p>}
          <p>{t('verify.notFound')}</p>
          <ResendLink email={known} label={label} justSent={typed !== ''} />
        </>
      ) : (
        <EmailForm path="/api/auth/resend-verification" label="signup.email.label" submit={label} onSent={setTyped} />
      )}
      <p className={css.or}>
        <Link to="/signup">{t('verify.wrongAddress')}</Link>
        <Link to="/login" state={known ? { email: known } : {}}>
          {t('verify.toSignin')}
        </Link>
      </p>
    </>
  );
}

function CheckLink({ token }: { token: string }) {
  const t = useText();
  const router = useRouter();
  const signedIn = useSession() !== null;
  const { email } = useHeld();
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let gone = false;
    void checkLink(token).then((found) => {
      if (gone) return;
      if (found) return setError(found);
      showSnackbar(translate(signedIn ? 'success.emailVerified' : 'signin.afterVerified'));
      void router.navigate({ to: '/login', replace: true });
    });
    return () => {
      gone = true;
    };
  }, [token, turn, router, signedIn]);

  if (!error) {
    return (
      <>
        <PageTitle browserTitle={t('verify.checking')}>
          <span className="vh">{t('verify.checking')}</span>
        </PageTitle>
        <Spinner word="verify.checking" />
      </>
    );
  }
  if (error.code === 'invalid') {
    return (
      <>
        <PageTitle>{t('verify.linkBad.title')}</PageTitle>
        <p className="lead" role="status">
          {t('verify.linkBad.body')}
        </p>
        <Resending email={email} label="verify.linkBad.button" />
      </>
    );
  }
  return (
    <>
      <PageTitle>{t('verify.notChecked')}</PageTitle>
      {formRefusal(error).map((problem) => (
        <p key={problem.message} className="lead" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button
        onClick={() => {
          setError(null);
          setTurn(turn + 1);
        }}
      >
        {t('common.tryAgain')}
      </Button>
    </>
  );
}
