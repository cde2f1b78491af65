import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { EmailForm } from '../email-form.tsx';
import { usePrefilledEmail } from '../prefilled-email.ts';
import { FormSent } from '../form-sent.tsx';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { ResendLink } from './resend-link.tsx';
import { useLinkSecret } from '../link-secret.ts';
import { AskWho } from './ask-who.tsx';
import { useLinkCheck } from './use-link-check.ts';
import css from '../sign-in.module.css';

/** Message to check the inbox (EVERIFY-01); with the token of a link, checks the address (GAP-08). */
export function Page(): ReactNode {
  const token = useLinkSecret('token');
  return <AccountFrame>{token ? <CheckLink key={token} token={token} /> : <LookIntoInbox />}</AccountFrame>;
}

/**
 * Next step for the person, and a button to send the link again. Without an address, the page asks for one; the link is then sent
 * immediately.
 */
function LookIntoInbox() {
  const t = useText();
  const { email } = usePrefilledEmail();
  const [typed, setTyped] = useState('');
  if (email) return <Inbox email={email} />;
  if (typed) return <Inbox email={typed} justSent />;
  return (
    <>
      <PageTitle>{t('verify.title')}</PageTitle>
      <p className="lead">{t('verify.notFound')}</p>
      <AskAddress submit="verify.resend" onSent={setTyped} />
    </>
  );
}

function Inbox({ email, justSent = false }: { email: string; justSent?: boolean }) {
  const t = useText();
  const words = (
    <>
      <p className="lead">{t(justSent ? 'verify.asked' : 'verify.body', { email })}</p>
      <p>{t('verify.notFound')}</p>
    </>
  );
  return (
    <>
      <PageTitle>{t('verify.title')}</PageTitle>
      {justSent ? <FormSent>{words}</FormSent> : words}
      <ResendLink email={email} justSent={justSent} />
      <WaysOn email={email} />
    </>
  );
}

function AskAddress({ submit, onSent }: { submit: PlainTextKey; onSent: (email: string) => void }) {
  return (
    <>
      <EmailForm
        path="/api/auth/resend-verification"
        label="signup.email.label"
        submit={submit}
        onSent={onSent}
      />
      <WaysOn email="" />
    </>
  );
}

function WaysOn({ email }: { email: string }) {
  const t = useText();
  return (
    <p className={css.or}>
      <Link to="/signup">{t('verify.wrongAddress')}</Link>
      <Link to="/login" state={email ? { email } : {}}>
        {t('verify.toSignin')}
      </Link>
    </p>
  );
}

function CheckLink({ token }: { token: string }) {
  const t = useText();
  const { asks, failed, retry, signedIn, notEntered, goOn } = useLinkCheck(token);
  const [typed, setTyped] = useState('');

  if (asks) return <AskWho token={token} onChecked={goOn} />;
  if (notEntered)
    return (
      <>
        <PageTitle>{t('verify.done.title')}</PageTitle>
        <p className="lead">{t('verify.done.body')}</p>
        <WaysOn email="" />
      </>
    );
  if (!failed) {
    return (
      <>
        <PageTitle browserTitle={t('verify.checking')}>
          <span className="vh">{t('verify.checking')}</span>
        </PageTitle>
        <Spinner word="verify.checking" />
      </>
    );
  }
  if (typed) return <Inbox email={typed} justSent />;
  if (failed.fields.some(({ message }) => message === 'error.verify.linkDone')) {
    return (
      <>
        <PageTitle>{t('verify.done.title')}</PageTitle>
        <p className="lead" role="status">
          {t('verify.done.before')}
        </p>
        <WayIn signedIn={signedIn} />
      </>
    );
  }
  if (failed.code === 'invalid') {
    return (
      <>
        <PageTitle>{t('verify.linkBad.title')}</PageTitle>
        <p className="lead" role="status">
          {t('verify.linkBad.body')}
        </p>
        <AskAddress submit="verify.linkBad.button" onSent={setTyped} />
      </>
    );
  }
  return (
    <>
      <PageTitle>{t('verify.notChecked')}</PageTitle>
      {formErrors(failed).map((problem) => (
        <p key={problem.message} className="lead" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button onClick={retry}>{t('common.tryAgain')}</Button>
    </>
  );
}

function WayIn({ signedIn }: { signedIn: boolean }) {
  const t = useText();
  return (
    <p className={css.or}>
      {signedIn ? (
        <Link to="/dashboard">{t('verify.done.goOn')}</Link>
      ) : (
        <Link to="/login">{t('verify.toSignin')}</Link>
      )}
    </p>
  );
}
