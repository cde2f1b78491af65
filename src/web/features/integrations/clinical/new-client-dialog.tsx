import { useState } from 'react';
import { clinicalClientForm } from '../../../../domain/inputs/integrations/clinical-client.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { OfProvider } from '../connection-api.ts';
import css from '../integrations.module.css';
import { createClient } from './clinical-api.ts';
import { KeysField } from './keys-field.tsx';

const words: StateWords = {
  pending: 'clinical.saving',
  complete: 'clinical.saved',
  error: 'common.notSaved',
};

/** The form of a new clinical system. */
export default function NewClientDialog({
  provider,
  onClose,
}: {
  provider: OfProvider;
  onClose: () => void;
}) {
  const t = useText();
  const form = useZodForm(clinicalClientForm, { name: '', keys: '' }, `clinical-${provider.id}`);
  const [keyOf] = useState(() => requestKeys());
  const { submit, state, problems } = useSubmit(
    form,
    (typed: { name: string; keys: string }) => {
      const values = { ...typed, provider_id: provider.id };
      return createClient({ ...values, idempotency_key: keyOf(values) });
    },
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('clinical.saved'));
        onClose();
      },
    },
  );
  return (
    <Modal open width={680} onClose={onClose} title={t('clinical.new.title')}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="clinical" className={css.form}>
        <FormTextField
          name="name"
          label={t('clinical.name.label')}
          hint={t('clinical.name.hint')}
          autoComplete="off"
          maxLength={100}
        />
        <KeysField />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('clinical.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
