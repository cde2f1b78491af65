import { useCall } from '../../../api/use-call.ts';
import { useText } from '../../../app/texts.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import type { ButtonState } from '../../../ui/buttons/use-button-state.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { contactsOf } from './form-api.ts';
import css from './provider-dialog.module.css';

const words: StateWords = {
  pending: 'providers.transfer.pending',
  complete: 'providers.form.complete',
  error: 'providers.form.failed',
};

type ConfirmContactProps = {
  providerId: string;
  /** Name of the present contact person, and id of the new one. */
  from: string;
  to: string;
  state: ButtonState;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before another person becomes the contact of a provider, because this has many effects (PROV-26). */
export function ConfirmContact({ providerId, from, to, state, onConfirm, onClose }: ConfirmContactProps) {
  const t = useText();
  const { data } = useCall(to, () => contactsOf(providerId)({ id: to }));
  const name = data?.[0]?.name ?? '';
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.providerContact.title')}
      lead={<OwnWords>{t('confirm.providerContact.body', { old: from, new: name })}</OwnWords>}
      foot={
        <>
          <Button state={state} words={words} keepsRoom onClick={onConfirm}>
            {t('providers.transfer.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p className={css.said}>
        <OwnWords>{t('providers.transfer.oldStays', { old: from })}</OwnWords>
      </p>
    </Modal>
  );
}
