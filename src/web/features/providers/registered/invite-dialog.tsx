import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  inviteProviderForm,
  providerTypes,
  type InvitedProvider,
} from '../../../../domain/inputs/organisation/invite-provider.ts';
import { externalIdPrefix } from '../../../../domain/providers/external-id.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { useText, useTexts } from '../../../app/texts.tsx';
import { AskedInOrder } from '../../../forms/asked-in-order.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormRadioCards } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import css from './registered.module.css';
import { inviteProvider } from './registered-api.ts';

export type InviteProviderDialogProps = {
  /** Parent of the new provider; null for a root provider. */
  parent: { id: string; name: string } | null;
  /** Called after the provider was added. The dialog closes itself. */
  onDone: () => void;
  onClose: () => void;
};

const words: StateWords = {
  pending: 'providers.inviteForm.pending',
  complete: 'providers.inviteForm.complete',
  error: 'providers.inviteForm.failed',
};

// In the order of the fields, which the error summary follows.
const nothing = {
  provider_name: '',
  first_name: '',
  last_name: '',
  email: '',
  providerType: '',
  external_id: '',
};

/** Invites the contact person of a new provider (PROV-08, PROV-10). */
export function InviteProviderDialog(props: InviteProviderDialogProps) {
  const ready = useTexts([
    'providers',
    'providers-form',
    'organisation-errors',
    'errors',
    'fields',
    'success',
    'system',
    // For the question before typed text is discarded.
    'questionnaire',
  ]);
  return ready ? <ReadyDialog {...props} /> : null;
}

function ReadyDialog({ parent, onDone, onClose }: InviteProviderDialogProps) {
  const t = useText();
  const [keyOf] = useState(() => requestKeys());
  const form = useZodForm(inviteProviderForm, nothing, 'invite-provider');
  const { close, question } = useCloseGuard(form, onClose);
  const type: unknown = useWatch({ control: form.control, name: 'providerType' });
  const isExternal = type === 'external_provider';
  const { submit, state, problems } = useSubmit(
    form,
    (provider: InvitedProvider) =>
      inviteProvider(provider, parent?.id ?? null, keyOf({ provider, parent: parent?.id })),
    {
      texts: { existingUser: () => [{ field: 'email', message: 'error.userExists' }] },
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t(isExternal ? 'providers.inviteForm.added' : 'success.invited'));
        onDone();
        onClose();
      },
    },
  );
  return (
    <Modal
      open
      width={680}
      onClose={close}
      title={t('providers.inviteForm.title')}
      lead={t('providers.inviteForm.lead')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="invite-provider" className={css.form}>
        {parent && (
          <p className={css.under}>
            {t('providers.form.parent')}: <b>{parent.name}</b>
          </p>
        )}
        <FormTextField
          name="provider_name"
          label={t('providers.inviteForm.providerName')}
          autoComplete="off"
          required
        />
        <ContactFields />
        <TypeFields type={type} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t(isExternal ? 'providers.inviteForm.submitExternal' : 'providers.inviteForm.submit')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
      {question}
    </Modal>
  );
}

/** Name and address of the contact person. */
function ContactFields() {
  const t = useText();
  return (
    <>
      <div className={css.pair}>
        <AskedInOrder>
          <FormTextField
            name="first_name"
            label={t('providers.inviteForm.firstName')}
            autoComplete="off"
            required
          />
          <FormTextField
            name="last_name"
            label={t('providers.inviteForm.lastName')}
            autoComplete="off"
            required
          />
        </AskedInOrder>
      </div>
      <FormTextField
        name="email"
        type="email"
        label={t('providers.inviteForm.email')}
        autoComplete="off"
        required
      />
    </>
  );
}

/** Type of the provider with its effect, and the id of an external one. `type` is the chosen type, '' for none. */
function TypeFields({ type }: { type: unknown }) {
  const t = useText();
  const isExternal = type === 'external_provider';
  return (
    <>
      <FormRadioCards
        name="providerType"
        label={t('providers.inviteForm.providerType')}
        columns={2}
        low
        required
        choices={providerTypes.map((value) => ({
          value,
          label: t(`providers.type.${value}`),
          note: t(
            value === 'internal_provider'
              ? 'providers.form.typeInternalHint'
              : 'providers.form.typeExternalHint',
          ),
        }))}
      />
      {isExternal && (
        <FormTextField
          name="external_id"
          label={t('providers.form.externalId')}
          hint={t('providers.form.externalIdHint', { prefix: externalIdPrefix })}
          autoComplete="off"
          required
        />
      )}
      {type !== '' && (
        <p className="small quiet">
          {t(isExternal ? 'providers.inviteForm.externalNote' : 'providers.inviteForm.internalNote')}
        </p>
      )}
    </>
  );
}
