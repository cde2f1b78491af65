import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { EmailForm } from '../email-form.tsx';
import { usePrefilledEmail } from '../prefilled-email.ts';
import { FormSent } from '../form-sent.tsx';
import css from '../sign-in.module.css';

/** For people whose account was migrated from the earlier system and needs a new password (GAP-14, FORGOT-03). */
export function Page(): ReactNode {
  const t = useText();
  const { email } = usePrefilledEmail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountFrame>
      <PageTitle>{t('legacy.title')}</PageTitle>
      <p className="lead">{t('legacy.body')}</p>
      {sentTo === null ? (
        <EmailForm
          path="/api/initiateForgotPassword"
          label="legacy.email.label"
          submit="legacy.button"
          email={email}
          onSent={setSentTo}
        />
      ) : (
        <FormSent>
          <Notice icon="mail">{t('legacy.sent', { email: sentTo })}</Notice>
        </FormSent>
      )}
      <p className={css.or}>
        <Link to="/login">{t('legacy.back')}</Link>
      </p>
    </AccountFrame>
  );
}
