import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { usePrefilledEmail } from '../prefilled-email.ts';
import css from '../sign-in.module.css';

/** Form for a link to a new password, as a page of its own (GAP-01). */
export function Page(): ReactNode {
  const t = useText();
  const { email } = usePrefilledEmail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountFrame>
      <PageTitle>{t(sentTo === null ? 'forgot.title' : 'forgot.sent.title')}</PageTitle>
      {sentTo === null && <p className="lead">{t('forgot.lead')}</p>}
      <ForgotPasswordForm email={email} sentTo={sentTo} onSent={setSentTo} />
      <p className={css.or}>
        <Link to="/login">{t('forgot.back')}</Link>
      </p>
    </AccountFrame>
  );
}
