import { useState } from 'react';
import { clinicalWebhookForm } from '../../../../domain/inputs/integrations/clinical-webhook.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import css from '../integrations.module.css';
import { setWebhook, type ClinicalClient } from './clinical-api.ts';
import systems from './clinical.module.css';
import { CopyValue } from './copy-value.tsx';

type WebhookDialogProps = { client: ClinicalClient; onClose: () => void };

/** Sets the address for notices, and then shows the secret, which is shown only once. */
export default function WebhookDialog({ client, onClose }: WebhookDialogProps) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  const title = t(client.webhook ? 'clinical.webhook.change' : 'clinical.webhook.set');
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={secret === undefined ? title : t('clinical.webhook.saved')}
    >
      {secret === undefined ? (
        <AddressForm client={client} onClose={onClose} onSaved={setSecret} />
      ) : (
        <div className={css.form}>
          <p>{t('clinical.webhook.secret.how')}</p>
          <dl className={systems.values}>
            <CopyValue label={t('clinical.webhook.secret')} value={secret} />
          </dl>
          <div className="modalfoot">
            <Button onClick={onClose}>{t('clinical.webhook.secret.done')}</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

const words: StateWords = {
  pending: 'clinical.webhook.saving',
  complete: 'clinical.webhook.saved',
  error: 'common.notSaved',
};

type AddressFormProps = WebhookDialogProps & { onSaved: (secret: string) => void };

function AddressForm({ client, onClose, onSaved }: AddressFormProps) {
  const t = useText();
  const typed = { address: client.webhook?.address ?? '' };
  const form = useZodForm(clinicalWebhookForm, typed, `clinical-webhook-${client.id}`);
  const { submit, state, problems } = useSubmit(
    form,
    ({ address }: { address: string }) => setWebhook(client.id, address),
    {
      resetMs: adminResetMs.save,
      onDone(secret) {
        showSnackbar(t('clinical.webhook.saved'));
        onSaved(secret);
      },
    },
  );
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="clinical-webhook" className={css.form}>
      <p>{t('clinical.webhook.what')}</p>
      <FormTextField
        name="address"
        label={t('clinical.webhook.address')}
        hint={t('clinical.webhook.address.hint')}
        inputMode="url"
        autoComplete="off"
        maxLength={500}
      />
      <div className="modalfoot">
        <Button type="submit" state={state} words={words} keepsRoom>
          {t('clinical.webhook.save')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
