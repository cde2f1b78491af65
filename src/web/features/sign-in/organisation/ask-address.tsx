import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { EmailForm } from '../email-form.tsx';
import { FormSent } from '../form-sent.tsx';
import css from '../sign-in.module.css';

/**
 * Mails staff the address of the sign-in at their organisation, and then shows the same message whether the address belongs to one
 * of them or not (D-50).
 */
export function Page(): ReactNode {
  const t = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountFrame>
      <PageTitle>{t(sentTo === null ? 'organisation.title' : 'organisation.sent.title')}</PageTitle>
      {sentTo === null ? (
        <>
          <p className="lead">{t('organisation.lead')}</p>
          <EmailForm
            path="/api/auth/organisation-link"
            label="organisation.email"
            submit="organisation.submit"
            onSent={setSentTo}
          />
        </>
      ) : (
        <FormSent>
          <p>{t('organisation.sent.body', { email: sentTo })}</p>
          <p>
            <HelpLine>{t('organisation.sent.notFound')}</HelpLine>
          </p>
        </FormSent>
      )}
      <p className={css.or}>
        <Link to="/login">{t('organisation.back')}</Link>
      </p>
    </AccountFrame>
  );
}
