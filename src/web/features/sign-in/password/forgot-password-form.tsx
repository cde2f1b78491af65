import { useText } from '../../../app/texts.tsx';
import { EmailForm } from '../email-form.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { FormSent } from '../form-sent.tsx';

type ForgotPasswordFormProps = {
  email: string;
  prefix?: string;
  /** Address that the link was sent to; null before. */
  sentTo: string | null;
  onSent: (email: string) => void;
};

/**
 * Requests a link to a new password, and then shows the same message whether the address has an account or not (D-11, GAP-13).
 */
export function ForgotPasswordForm({ email, prefix = '', sentTo, onSent }: ForgotPasswordFormProps) {
  const t = useText();
  return sentTo === null ? (
    <EmailForm
      path="/api/initiateForgotPassword"
      label="forgot.email.label"
      submit="forgot.submit"
      email={email}
      prefix={prefix}
      onSent={onSent}
    />
  ) : (
    <FormSent>
      <p>{t('forgot.sent.body', { email: sentTo })}</p>
      <p>
        <HelpLine>{t('forgot.sent.notFound')}</HelpLine>
      </p>
    </FormSent>
  );
}
