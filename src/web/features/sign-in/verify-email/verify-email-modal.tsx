import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { ResendLink } from './resend-link.tsx';

/**
 * Message to check the inbox, after signing up in a dialog (EVERIFY-02). However it is closed, `onClose` is called (EVERIFY-03).
 */
export function VerifyEmailModal({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      open
      onClose={onClose}
      title={t('verify.title')}
      lead={t('verify.body', { email })}
      foot={<Button onClick={onClose}>{t('verify.modalOk')}</Button>}
    >
      <p>{t('verify.notFound')}</p>
      <ResendLink email={email} />
    </Modal>
  );
}
