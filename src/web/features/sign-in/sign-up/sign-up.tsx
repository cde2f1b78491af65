import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { callRest } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/use-call.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { useLinkSecret } from '../link-secret.ts';
import { SignupPageForm } from './sign-up-form.tsx';
import { useSignedIn } from '../use-signed-in.ts';
import css from '../sign-in.module.css';

/** Sign-up as a page of its own. With the token of an invitation the address is filled in and locked (SIGNUP-05, SIGNUP-06). */
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

/** Whether an invitation could not be read for a temporary reason. */
const isForNow = ({ code }: ApiError) => code === 'unavailable' || code === 'rate-limited';

/** Content of an invitation: the address that it was mailed to, the inviting provider, and the account's person. */
type Invitation = { email: string; provider?: string | null; person?: string | null };

const unreadable = 'error.signup.tokenBad';

/** Returns why a mailed link is no longer valid; null if it cannot be read at all, or if the failure is temporary. */
const overOf = (failed: ApiError | undefined) =>
  failed?.fields.find(({ field, message }) => field === 'token' && message !== unreadable) ?? null;

/**
 * Reads the invitation first. An unreadable one redirects to signing in (SIGNUP-07); one that is expired, used or withdrawn shows
 * a message here (GAP-02).
 */
function Invited({ token, extras }: { token: string; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const { data, failed, retry } = useCall(token, () =>
    callRest<Invitation>('/api/auth/signup-token', { token }),
  );
  const over = overOf(failed);
  const isBad = failed !== undefined && over === null && !isForNow(failed);
  useEffect(() => {
    if (isBad) void router.navigate({ to: '/login', replace: true, state: { notice: unreadable } });
  }, [isBad, router]);

  if (data) return <SignUp invitation={data} extras={extras} />;
  if (over) return <InvitationOver>{messageOf(t, over)}</InvitationOver>;
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

function InvitationOver({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <>
      <p className="err" role="alert">
        {children}
      </p>
      <p className={css.or}>
        <Link to="/login">{t('signup.toSignin')}</Link>
      </p>
      <p className="small quiet">
        <HelpLine>{t('signup.noEmailHelp')}</HelpLine>
      </p>
    </>
  );
}

function SignUp({ invitation, extras }: { invitation?: Invitation; extras: Extras }) {
  const t = useText();
  const router = useRouter();
  const enter = useSignedIn();
  const { for: person }: { for?: unknown } = useSearch({ strict: false });
  return (
    <>
      {invitation?.provider && <p>{t('signup.invitedBy', { provider: invitation.provider })}</p>}
      {invitation?.person && <p>{t('signup.invitedPerson', { person: invitation.person })}</p>}
      <SignupPageForm
        invitedEmail={invitation?.email}
        forSomeone={person === 'someone'}
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
