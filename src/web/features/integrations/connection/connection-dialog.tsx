import { useMemo, useState } from 'react';
import { simulatedSystem } from '../../../../domain/integrations/simulated-system.ts';
import { careConnectionForm } from '../../../../domain/inputs/integrations/care-connection.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { FormPasswordField, FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { checkCredentials, saveConnection, type OfProvider, type SystemConfig } from '../connection-api.ts';
import css from '../integrations.module.css';
import { errorOf } from '../words.ts';

export type ConnectionDialogProps = {
  provider: OfProvider;
  config: SystemConfig;
  onChanged: () => void;
  onDisconnect: () => void;
  onClose: () => void;
};

type Typed = { address: string; facility_code: string; user_name: string; secret: string };

/** The form of a connection. Saving it also checks the credentials: the connection is saved even if that fails. */
function useConnectionForm({ provider, config, onChanged, onClose }: ConnectionDialogProps) {
  const t = useText();
  const [saved, setSaved] = useState(config.connection);
  const schema = useMemo(() => careConnectionForm(saved ?? undefined), [saved]);
  const form = useZodForm(
    schema,
    {
      address: saved?.address ?? '',
      facility_code: saved?.facility_code ?? '',
      user_name: saved?.user_name ?? '',
      secret: '',
    },
    `connection-${provider.id}`,
  );
  const submission = useSubmit(
    form,
    async (typed: Typed) => {
      const { connection } = await saveConnection(provider.id, typed, saved?.version);
      setSaved(connection);
      const { connection: checked } = await checkCredentials(provider.id);
      setSaved(checked);
      const error = checked && errorOf(checked);
      if (error) throw saying(error);
    },
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('integrations.settings.saved'));
        onChanged();
        onClose();
      },
      onFailed: onChanged,
    },
  );
  return { form, saved, ...submission };
}

/** Address and credentials of the system of a provider. The secret is never shown. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const t = useText();
  const { config, onDisconnect, onClose } = props;
  const { form, saved, submit, state, problems } = useConnectionForm(props);
  return (
    <Modal open width={680} onClose={onClose} title={t('integrations.settings.title')}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="connection" className={css.form}>
        {config.simulated_available && !saved && (
          <Notice>
            <p>{t('integrations.settings.simulatedHint')}</p>
            <Button
              variant="text"
              className={css.simulatedUse}
              onClick={() =>
                form.reset({
                  address: simulatedSystem.address,
                  facility_code: simulatedSystem.facilityCode,
                  user_name: simulatedSystem.userName,
                  secret: simulatedSystem.secret,
                })
              }
            >
              {t('integrations.settings.simulatedUse')}
            </Button>
          </Notice>
        )}
        <Fields savedAt={saved?.secret_saved_at} />
        <div className="modalfoot">
          <Button type="submit" state={state} keepsRoom>
            {t('integrations.settings.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {saved && (
            <Button variant="text" aria-haspopup="dialog" off={state === 'pending'} onClick={onDisconnect}>
              {t('integrations.settings.remove')}
            </Button>
          )}
        </div>
      </Form>
    </Modal>
  );
}

/** `savedAt`: when the present secret was saved; undefined without a connection. */
function Fields({ savedAt }: { savedAt: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  return (
    <>
      <FormTextField
        name="address"
        label={t('integrations.settings.address')}
        hint={t('integrations.settings.addressHint')}
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      <FormTextField
        name="facility_code"
        label={t('integrations.settings.facilityCode')}
        autoComplete="off"
        spellCheck={false}
      />
      <FormTextField
        name="user_name"
        label={t('integrations.settings.userName')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormPasswordField
        name="secret"
        label={t('integrations.settings.secret')}
        hint={
          savedAt !== undefined
            ? sentences(
                language,
                t('integrations.settings.secretHint'),
                t('integrations.settings.secretSet', { date: shortDate(savedAt) }),
              )
            : t('integrations.settings.secretHintNew')
        }
        autoComplete="new-password"
      />
    </>
  );
}
