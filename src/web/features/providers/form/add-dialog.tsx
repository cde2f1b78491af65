import { useState } from 'react';
import { isPlatformRole, type Role } from '../../../../domain/access/actors.ts';
import { dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { newProvider, type ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { roleOf } from '../../../app/person.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { ProviderDialogProps } from './dialog-props.ts';
import { ContactField } from './contact-field.tsx';
import { addProvider, useSubscriptions, type NewLogo } from './form-api.ts';
import { FormFoot } from './form-foot.tsx';
import { NewLogoField } from './new-logo-field.tsx';
import { FixedParent, ParentField } from './parent-field.tsx';
import css from './provider-dialog.module.css';
import { MoneyFields, ReachFields, TypeFields } from './provider-fields.tsx';

type AddProviderDialogProps = Omit<ProviderDialogProps, 'mode'> & {
  parent: { id: string; name: string } | null;
};

type Placed = ProviderWords & { parent_id: string | null };

/** In the order of the fields. */
const nothing: Placed = {
  name: '',
  parent_id: null,
  type: '',
  external_id: '',
  address: '',
  location: '',
  state: '',
  postcode: '',
  phone_number: '',
  email: '',
  government_id: '',
  subscription_start_date: '',
  subscription_id: '',
  trial_expiry_date: '',
};

/** The form of a new provider with its contact person and logo, and its submit. */
function useNewProvider({ parent, onDone, onClose }: AddProviderDialogProps, role: Role | null) {
  const t = useText();
  const [keyOf] = useState(() => requestKeys());
  const [contact, setContact] = useState<string | null>(null);
  const [logo, setLogo] = useState<NewLogo | null>(null);
  const [first] = useState((): Placed => {
    const today = dateOfIso(melbourneDate(new Date()));
    return { ...nothing, parent_id: parent?.id ?? null, subscription_start_date: today };
  });
  const form = useZodForm<Placed, Placed>(newProvider, first, 'new-provider');
  const above = form.watch('parent_id');
  const mayNameContact = role === 'tlcadmin' && above !== null && above !== '';
  const submission = useSubmit(
    form,
    ({ parent_id, ...words }: Placed) => {
      const place = { parent_id, contact_id: mayNameContact ? contact : null, logo };
      return addProvider(words, place, keyOf({ words, place }));
    },
    {
      texts: { existingUser: ({ fields }) => fields },
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('success.providerSaved'));
        onDone();
        onClose();
      },
    },
  );
  return {
    form,
    contact,
    setContact,
    logo,
    setLogo,
    /** The parent whose staff may be chosen as contact person; undefined if the user may not choose one. */
    contactsFrom: mayNameContact ? above : undefined,
    ...submission,
  };
}

/** Adds a provider (PROV-19 to PROV-23). */
export function AddProviderDialog(props: AddProviderDialogProps) {
  const { parent, onClose } = props;
  const t = useText();
  const user = useSession();
  const role = user && roleOf(user);
  const isPlatform = role !== null && isPlatformRole(role);
  const subscriptions = useSubscriptions(isPlatform);
  const { form, contact, setContact, logo, setLogo, contactsFrom, submit, state, problems } = useNewProvider(
    props,
    role,
  );
  const guard = useCloseGuard(form, onClose);
  return (
    <Modal
      open
      width={780}
      onClose={guard.close}
      title={t(parent ? 'providers.form.titleAddSub' : 'providers.form.titleAdd')}
    >
      <Form
        form={form}
        onSubmit={submit}
        problems={problems.filter(({ field }) => field !== 'logo')}
        prefix="provider"
        className={css.form}
      >
        <div className={css.pair}>
          <FormTextField name="name" label={t('providers.form.name')} autoComplete="off" required />
          {isPlatform || parent === null ? <ParentField /> : <FixedParent name={parent.name} />}
        </div>
        <TypeFields />
        <ReachFields />
        {contactsFrom !== undefined && (
          <ContactField
            providerId={contactsFrom}
            value={contact}
            onChange={setContact}
            hint={t('providers.form.contactChoose')}
            none={t('providers.row.noContact')}
          />
        )}
        <MoneyFields mayBill={isPlatform} mayStart mayManage subscriptions={subscriptions.data ?? []} />
        <NewLogoField
          logo={logo}
          onChange={setLogo}
          refused={problems.find(({ field }) => field === 'logo')}
        />
        <FormFoot state={state} onCancel={guard.close} />
      </Form>
      {guard.question}
    </Modal>
  );
}
