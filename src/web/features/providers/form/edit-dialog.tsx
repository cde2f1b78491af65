import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { dateOfIso, displayDate, melbourneDate } from '../../../../domain/fields.ts';
import { providerForm, type ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import { useText } from '../../../app/texts.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { formErrors } from '../../../forms/form-errors.ts';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { messageOf } from '../../../forms/messages.ts';
import { useSharedForm } from '../../../forms/use-shared-form.ts';
import { asApiError } from '../../../api/errors.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/own-words.tsx';
import { LogoField } from '../profile/logo-field.tsx';
import { ArchiveDialog, DeleteDialog } from '../structure/structure-dialogs.tsx';
import { ConfirmContact } from './confirm-contact.tsx';
import type { ProviderDialogProps } from './dialog-props.ts';
import { ContactField, FixedContact } from './contact-field.tsx';
import {
  changeProvider,
  contactName,
  transferContact,
  useProviderForm,
  useSubscriptions,
  type ProviderForm,
  type ProviderSubscription,
} from './form-api.ts';
import { FormFoot } from './form-foot.tsx';
import css from './provider-dialog.module.css';
import { MoneyFields, ReachFields, TypeFields } from './provider-fields.tsx';

type EditProviderDialogProps = Omit<ProviderDialogProps, 'mode'> & { id: string };

/** Changes a provider (PROV-19 to PROV-26), or removes it (PROV-09). */
export function EditProviderDialog({ id, onDone, onClose }: EditProviderDialogProps) {
  const t = useText();
  const read = useProviderForm(id);
  const closeRef = useRef(onClose);
  const provider = read.data;
  return (
    <Modal
      open
      width={780}
      onClose={() => closeRef.current()}
      title={
        provider ? (
          <OwnWords>{t('providers.form.titleEdit', { provider: provider.name })}</OwnWords>
        ) : (
          t('common.loading')
        )
      }
      lead={provider?.parent_name && <OwnWords>{t('providers.form.under', sinceOf(provider))}</OwnWords>}
    >
      <Loaded read={read}>
        {(found) => <EditForm provider={found} closeRef={closeRef} onDone={onDone} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

const sinceOf = ({ parent_name, subscription_start_date, created_at }: ProviderForm) => {
  const [day, month, year] = subscription_start_date.split('/');
  const since = year ? `${year}-${month}-${day}` : melbourneDate(new Date(created_at));
  return { parent: parent_name ?? '', date: displayDate(since) };
};

function wordsOf(provider: ProviderForm): ProviderWords {
  const { name, type, address, location, state, postcode, phone_number, email, external_id } = provider;
  const { government_id, subscription_id, subscription_start_date, trial_expiry_date } = provider;
  return {
    // In the order of the fields.
    ...{ name, type, external_id, address, location, state, postcode, phone_number, email },
    ...{ government_id, subscription_start_date, subscription_id, trial_expiry_date },
  };
}

/** Returns the offered payment plans, including the provider's own. */
const withOwn = (offered: readonly ProviderSubscription[], own: ProviderSubscription | null) =>
  own === null || offered.some(({ id }) => id === own.id) ? offered : [own, ...offered];

type EditFormProps = Omit<EditProviderDialogProps, 'id'> & {
  provider: ProviderForm;
  /** Function that closes the surrounding dialog. */
  closeRef: RefObject<() => void>;
};

function EditForm({ provider, closeRef, onDone, onClose }: EditFormProps) {
  const t = useText();
  const { id, may_bill, may_manage, may_change_contact } = provider;
  // First values of the form, whatever is read meanwhile.
  const [first] = useState(() => ({ version: provider.version, values: wordsOf(provider) }));
  const [before] = useState(provider.contact);
  const [contact, setContact] = useState(before?.id ?? null);
  const [last, setLast] = useState<'archive' | 'delete'>();
  const [asked, setAsked] = useState<ProviderWords>();
  const offered = useSubscriptions(may_bill).data;
  const isOther = contact !== null && contact !== (before?.id ?? null);

  async function save(words: ProviderWords, version: number) {
    const named = isOther && before === null ? contact : null;
    return { version: await changeProvider(id, words, { version, contact_id: named }), values: words };
  }

  /** Only after the other values are saved: an error in one does not lose the other (PROV-26, ERR-35, ERR-36). */
  async function moveContact() {
    if (!isOther || before === null) return;
    try {
      await transferContact(before.id, contact);
    } catch (thrown) {
      const [problem] = formErrors(asApiError(thrown));
      if (problem) showSnackbar(messageOf(t, problem), 'problem');
      throw thrown;
    }
  }

  const { form, submit, state, problems } = useSharedForm(providerForm, first, save, id, {
    texts: { existingUser: ({ fields }) => fields },
    async onDone() {
      await moveContact();
      showSnackbar(t(isOther && before ? 'success.saved' : 'success.providerSaved'));
      onDone();
      onClose();
    },
    onFailed: () => setAsked(undefined),
  });

  const isBusy = state === 'pending';
  const Last = last && { archive: ArchiveDialog, delete: DeleteDialog }[last];

  const guard = useCloseGuard(
    {
      getValues: () => ({ ...form.getValues(), contact }),
      formState: { defaultValues: { ...form.formState.defaultValues, contact: before?.id ?? null } },
    },
    onClose,
  );
  useEffect(() => {
    closeRef.current = guard.close;
  });

  const subscription = form.watch('subscription_id');
  const known = useRef(subscription);
  useEffect(() => {
    if (subscription === known.current) return;
    known.current = subscription;
    // Another payment plan starts today, unless another day is entered (API-44).
    if (subscription !== '') form.setValue('subscription_start_date', dateOfIso(melbourneDate(new Date())));
  }, [subscription, form]);
  const subscriptions = useMemo(
    () => withOwn(offered ?? [], provider.subscription),
    [offered, provider.subscription],
  );

  return (
    <>
      <Form
        form={form}
        onSubmit={(words) => (isOther && before ? setAsked(words) : submit(words))}
        problems={problems}
        prefix="provider"
        className={css.form}
      >
        <div className={css.pair}>
          <FormTextField name="name" label={t('providers.form.name')} autoComplete="off" required />
          <TextField
            label={t('providers.form.parent')}
            value={provider.parent_name ?? t('providers.form.parentNone')}
            disabled
            readOnly
          />
        </div>
        <TypeFields off={!may_manage} />
        <ReachFields />
        {may_change_contact ? (
          <ContactField
            providerId={id}
            value={contact}
            onChange={setContact}
            hint={t('providers.form.contactMoves')}
          />
        ) : (
          <FixedContact name={before && contactName(before)} />
        )}
        <MoneyFields
          mayBill={may_bill}
          mayStart={may_bill || first.values.subscription_start_date === ''}
          mayManage={may_manage}
          subscriptions={subscriptions}
        />
        <b>{t('providers.form.logo')}</b>
        <LogoField provider={provider} mayChange />
        <FormFoot state={state} onCancel={guard.close}>
          {may_manage && (
            <>
              <Button variant="text" className="last" off={isBusy} onClick={() => setLast('archive')}>
                {t('providers.action.archive')}
              </Button>
              <Button variant="text" off={isBusy} onClick={() => setLast('delete')}>
                {t('providers.form.delete')}
              </Button>
            </>
          )}
        </FormFoot>
      </Form>
      {asked && before && contact && (
        <ConfirmContact
          providerId={id}
          from={contactName(before)}
          to={contact}
          state={state}
          onConfirm={() => void submit(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {Last && (
        <Last
          provider={provider}
          onDone={() => {
            onDone();
            onClose();
          }}
          onClose={() => setLast(undefined)}
        />
      )}
      {guard.question}
    </>
  );
}
