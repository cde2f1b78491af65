import { clinicalKeyForm } from '../../../../domain/inputs/integrations/clinical-client.ts';
import { useText } from '../../../app/texts.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import { addKey, type ClinicalClient } from './clinical-api.ts';
import { KeysField } from './keys-field.tsx';

const words: StateWords = {
  pending: 'clinical.saving',
  complete: 'clinical.addKey.saved',
  error: 'common.notSaved',
};

/** The form of another key of a clinical system. */
export default function AddKeyDialog({ client, onClose }: { client: ClinicalClient; onClose: () => void }) {
  const t = useText();
  const form = useZodForm(clinicalKeyForm, { keys: '' }, `clinical-key-${client.id}`);
  const { submit, state, problems } = useSubmit(
    form,
    ({ keys }: { keys: string }) => addKey(client.id, keys),
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('clinical.addKey.saved'));
        onClose();
      },
    },
  );
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={<OwnWords>{t('clinical.addKey.title', { name: client.name })}</OwnWords>}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="clinical-key" className={css.form}>
        <p>{t('clinical.addKey.how')}</p>
        <KeysField />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('clinical.addKey.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
