import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { SignupModalForm, type ModalValues } from './sign-up-form.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { SignupFile } from './sign-up-call.ts';
import { useSignedIn } from '../use-signed-in.ts';
import { VerifyEmailModal } from '../verify-email/verify-email-modal.tsx';
import css from '../sign-in.module.css';

export type SignUpModalProps = {
  kept: Partial<ModalValues>;
  onLeave: (values: ModalValues) => void;
  onClose: () => void;
  /** File that a visitor chose to upload: it is sent with the sign-up (GUEST-08). */
  file?: SignupFile | undefined;
};

/** Sign-up over the sign-in page (SIGNUP-03, SIGNUP-04), and then the message to check the inbox (EVERIFY-02). */
export function SignUpModal({ kept, onLeave, onClose, file }: SignUpModalProps) {
  const t = useText();
  const router = useRouter();
  const enter = useSignedIn();
  const [verifying, setVerifying] = useState<string | null>(null);

  if (verifying !== null)
    return <VerifyEmailModal email={verifying} onClose={() => void router.navigate({ to: '/' })} />;
  return (
    <Modal open onClose={onClose} width={680} title={t('signup.modal.title')} lead={t('signup.lead')}>
      {file && (
        <p className={`file ${css.chosen}`}>
          <Icon name="file" />
          <b>{file.file.name}</b>
        </p>
      )}
      <SignupModalForm
        kept={kept}
        file={file}
        onLeave={onLeave}
        onVerify={setVerifying}
        onEntered={() => enter('/dashboard')}
        after={
          <p className={css.back}>
            <Button variant="text" icon="back" onClick={onClose}>
              {t(file ? 'common.back' : 'signup.modal.backToSignin')}
            </Button>
          </p>
        }
      />
    </Modal>
  );
}
