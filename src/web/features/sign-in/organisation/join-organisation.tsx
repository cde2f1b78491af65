import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callRest } from '../../../api/call.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useLinkSecret } from '../link-secret.ts';
import css from '../sign-in.module.css';

const words: StateWords = {
  pending: 'organisation.join.pending',
  complete: 'organisation.join.pending',
  error: 'organisation.join.failed',
};

/** Joining the account of a member of staff to their account at the organisation, with the link of a mail (D-50). */
export function Page(): ReactNode {
  const t = useText();
  const token = useLinkSecret('token') ?? '';
  const { run, state, problems } = useAction(
    () => callRest<{ url: string }>('/api/auth/join-organisation', { token }),
    { resetMs: 2500, onDone: ({ url }) => window.location.assign(url) },
  );
  return (
    <AccountFrame>
      <PageTitle>{t('organisation.join.title')}</PageTitle>
      <p className="lead">{t('organisation.join.lead')}</p>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem.message} className="err">
            {messageOf(t, problem)}
          </p>
        ))}
      </div>
      <Button wide state={state} words={words} onClick={() => void run()}>
        {t('organisation.join.submit')}
      </Button>
      <p className={css.or}>
        <Link to="/login/organisation">{t('organisation.join.again')}</Link>
        <Link to="/login">{t('organisation.back')}</Link>
      </p>
    </AccountFrame>
  );
}
