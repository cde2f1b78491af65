import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { displayDate, melbourneDate } from '../../../../domain/fields.ts';
import { useText } from '../../../app/texts.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { LogoField } from '../profile/logo-field.tsx';
import { ArchiveDialog, DeleteDialog } from '../structure/structure-dialogs.tsx';
import { ConfirmContact } from './confirm-contact.tsx';
import type { ProviderDialogProps } from './dialog-props.ts';
import { ContactField, FixedContact } from './contact-field.tsx';
import {
  contactName,
  useProviderForm,
  useSubscriptions,
  type ProviderForm,
  type ProviderSubscription,
} from './form-api.ts';
import { FormFoot } from './form-foot.tsx';
import css from './provider-dialog.module.css';
import { MoneyFields, ReachFields, TypeFields } from './provider-fields.tsx';
import { useProviderEdit, useDefaultStart } from './use-provider-edit.ts';

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

/** Returns the offered payment plans, including the provider's own. */
const withOwn = (offered: readonly ProviderSubscription[], own: ProviderSubscription | null) =>
  own === null || offered.some(({ id }) => id === own.id) ? offered : [own, ...offered];

type EditFormProps = Omit<EditProviderDialogProps, 'id'> & {
  provider: ProviderForm;
  /** Function that closes the surrounding dialog. */
  closeRef: RefObject<() => void>;
};

function EditForm({ provider, closeRef, onDone, onClose }: EditFormProps) {
  const { id, may_bill, may_manage } = provider;
  const [last, setLast] = useState<LastAction>();
  const offered = useSubscriptions(may_bill).data;
  const finish = () => {
    onDone();
    onClose();
  };
  const edit = useProviderEdit(provider, { onSaved: finish, onUndone: onDone });
  const { form, before, contact, asked, setAsked, state } = edit;
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

  useDefaultStart(form);
  const subscriptions = useMemo(
    () => withOwn(offered ?? [], provider.subscription),
    [offered, provider.subscription],
  );

  return (
    <>
      <Form form={form} onSubmit={edit.send} problems={edit.problems} prefix="provider" className={css.form}>
        <EditFields provider={provider} edit={edit} subscriptions={subscriptions} />
        <FormFoot state={state} onCancel={guard.close}>
          {may_manage && <LastButtons off={state === 'pending'} onPress={setLast} />}
        </FormFoot>
      </Form>
      {asked && before && contact && (
        <ConfirmContact
          providerId={id}
          from={contactName(before)}
          to={contact}
          state={state}
          onConfirm={() => void edit.submit(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {Last && <Last provider={provider} onDone={finish} onClose={() => setLast(undefined)} />}
      {guard.question}
    </>
  );
}

type EditFieldsProps = {
  provider: ProviderForm;
  edit: Pick<ReturnType<typeof useProviderEdit>, 'first' | 'before' | 'contact' | 'setContact'>;
  subscriptions: readonly ProviderSubscription[];
};

function EditFields({ provider, edit, subscriptions }: EditFieldsProps) {
  const t = useText();
  const { id, may_bill, may_manage, may_change_contact } = provider;
  const { first, before, contact, setContact } = edit;
  return (
    <>
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
        mayStart={may_bill || first.subscription_start_date === ''}
        mayManage={may_manage}
        subscriptions={subscriptions}
      />
      <b>{t('providers.form.logo')}</b>
      <LogoField provider={provider} mayChange />
    </>
  );
}

type LastAction = 'archive' | 'delete';

/** Buttons for the two ways to remove the provider (PROV-09). */
function LastButtons({ off, onPress }: { off: boolean; onPress: (action: LastAction) => void }) {
  const t = useText();
  return (
    <>
      <Button variant="text" className="last" off={off} onClick={() => onPress('archive')}>
        {t('providers.action.archive')}
      </Button>
      <Button variant="text" off={off} onClick={() => onPress('delete')}>
        {t('providers.form.delete')}
      </Button>
    </>
  );
}
