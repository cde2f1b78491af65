import { useState, type ReactNode } from 'react';
import type { FieldError } from '../../../../domain/errors.ts';
import type { ApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/use-call.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { FormSent } from '../form-sent.tsx';
import { useLinkSecret } from '../link-secret.ts';
import { AcceptForm } from './accept-form.tsx';
import { readInvitation } from './invite-api.ts';

/** Accepting an invitation to the staff of a provider, with the link of a mail (GAP-90, GAP-98). */
export function Page(): ReactNode {
  const token = useLinkSecret('token');
  return (
    <AccountFrame>{token ? <Invited key={token} token={token} /> : <LinkOver reason={null} />}</AccountFrame>
  );
}

/** Returns why the link is not valid; undefined for temporary failures. */
const reasonOf = (failed: ApiError): FieldError | undefined =>
  failed.fields.find(({ field }) => field === 'token');

function Invited({ token }: { token: string }) {
  const t = useText();
  const [refused, setRefused] = useState<FieldError>();
  const { data, failed, retry } = useCall(token, () => readInvitation(token));
  const over = refused ?? (failed && reasonOf(failed));
  if (over)
    return (
      <FormSent>
        <LinkOver reason={over} />
      </FormSent>
    );
  if (data) return <AcceptForm token={token} invitation={data} onRefused={setRefused} />;
  if (!failed)
    return (
      <>
        <PageTitle browserTitle={t('signup.readingInvitation')}>
          <span className="vh">{t('signup.readingInvitation')}</span>
        </PageTitle>
        <Spinner word="signup.readingInvitation" />
      </>
    );
  return (
    <>
      <PageTitle>{t('invite.notRead')}</PageTitle>
      {formErrors(failed).map((problem) => (
        <p key={problem.message} className="lead" role="alert">
          {messageOf(t, problem)}
        </p>
      ))}
      <Button onClick={retry}>{t('common.tryAgain')}</Button>
    </>
  );
}

/** A link that does not work: the reason, the person to ask, and a link for people who have already accepted. */
function LinkOver({ reason }: { reason: FieldError | null }) {
  const t = useText();
  const isUnreadable = reason === null || reason.message === 'error.signup.tokenBad';
  return (
    <>
      <PageTitle>{t('invite.linkBad.title')}</PageTitle>
      <p className="lead" role="status">
        {isUnreadable ? t('invite.linkBad.body') : messageOf(t, reason)}
      </p>
      {reason?.message === 'error.signup.tokenUsed' && (
        <LinkButton to="/login" wide>
          {t('signup.toSignin')}
        </LinkButton>
      )}
      <p>
        <HelpLine>{t('invite.linkBad.help')}</HelpLine>
      </p>
    </>
  );
}
