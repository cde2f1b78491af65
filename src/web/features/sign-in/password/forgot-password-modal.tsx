import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import css from '../sign-in.module.css';

/** Form for a link to a new password, over the sign-in page (FORGOT-01, FORGOT-02). */
export function ForgotPasswordModal({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Modal
      open
      onClose={onClose}
      title={t(sentTo === null ? 'forgot.title' : 'forgot.sent.title')}
      lead={sentTo === null ? t('forgot.lead') : undefined}
    >
      <ForgotPasswordForm email={email} prefix="forgot" sentTo={sentTo} onSent={setSentTo} />
      <p className={css.back}>
        <Button variant="text" icon="back" onClick={onClose}>
          {t('forgot.back')}
        </Button>
      </p>
    </Modal>
  );
}
