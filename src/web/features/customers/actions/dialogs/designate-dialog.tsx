import { useWatch } from 'react-hook-form';
import { designateEmailForm } from '../../../../../domain/inputs/customers/designate-email.ts';
import type { Read } from '../../../../api/use-read.ts';
import { useText } from '../../../../app/texts.tsx';
import { FormTextField } from '../../../../forms/form-fields.tsx';
import { FormRadioCards, FormSelectField } from '../../../../forms/more-fields.tsx';
import { Form } from '../../../../forms/form.tsx';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useZodForm } from '../../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { LoadFailed } from '../../../../ui/messages/load-failed.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { Spinner } from '../../../../ui/messages/spinner.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { customerName, type ActionCustomer } from '../../staff.ts';
import { designateEmail, useDesignateContacts, type DesignateContact } from '../actions-api.ts';
import css from '../actions.module.css';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { customerErrors } from '../use-customer-action.ts';

const words: StateWords = {
  pending: 'customers.designate.pending',
  complete: 'customers.designate.complete',
  error: 'customers.designate.failed',
};

/** The form of the address, and its submit. */
function useDesignate({ customer, onClose, onStale }: CustomerDialogProps) {
  const t = useText();
  const form = useZodForm(designateEmailForm, { emailOf: '', email: '', contact: '' }, customer.id);
  const submission = useSubmit(
    form,
    (address: { email: string; emailOf: string }) => designateEmail(customer, address).then(() => address),
    {
      texts: { ...customerErrors.texts, existingUser: ({ fields }) => fields },
      // Codes of the table have their own message at the field; all others have the general one (ERR-21).
      fallback: 'error.mfa_1019',
      resetMs: adminResetMs.send,
      onDone({ email }) {
        showSnackbar(t('success.emailDesignated', { email }));
        onClose();
      },
      onFailed({ code }) {
        if (code === 'conflict' || code === 'not-found') onStale();
      },
    },
  );
  return { form, ...submission };
}

/**
 * Sets the address with which an account is opened, or corrects it until the invitation is accepted (CACT-08, CACT-09, CACT-18 to
 * CACT-24).
 */
export function DesignateDialog(props: CustomerDialogProps) {
  const { customer, onClose } = props;
  const t = useText();
  const name = customerName(customer);
  const contacts = useDesignateContacts(customer.id);
  const { form, submit, state, problems } = useDesignate(props);
  const title = customer.placeholder_email
    ? 'customers.designate.titleAdd'
    : customer.designated_email
      ? 'customers.designate.titleEdit'
      : 'customers.designate.title';
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={<OwnWords>{t(title, { customer: name })}</OwnWords>}
      lead={t('customers.designate.lead')}
    >
      <p className={css.said}>
        {customer.email && !customer.placeholder_email
          ? t('customers.designate.current', { email: customer.email })
          : t('customers.designate.currentNone')}
      </p>
      <Form form={form} onSubmit={submit} problems={problems} prefix="designate" className={css.form}>
        <FormRadioCards
          name="emailOf"
          label={t('customers.designate.emailOf')}
          low
          columns={2}
          required
          choices={[
            { value: 'mySelf', label: t('customers.designate.emailOf.mySelf') },
            {
              value: 'trustedContact',
              label: t('customers.designate.emailOf.trustedContact'),
              // Without contacts it is disabled, with the reason (CACT-21, CACT-22).
              off: contacts.data?.length === 0,
            },
          ]}
          onOff={() => showSnackbar(t('error.designate.noContacts'), 'problem')}
        />
        <AddressField customer={customer} contacts={contacts} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('customers.designate.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

function AddressField({
  customer,
  contacts,
}: {
  customer: ActionCustomer;
  contacts: Read<readonly DesignateContact[]>;
}) {
  const t = useText();
  const name = customerName(customer);
  const emailOf: unknown = useWatch({ name: 'emailOf' });
  if (emailOf === 'mySelf') {
    return (
      <FormTextField
        name="email"
        type="email"
        label={<OwnWords>{t('customers.designate.email', { customer: name })}</OwnWords>}
        hint={t('customers.designate.emailHint')}
        autoComplete="off"
        required
      />
    );
  }
  if (emailOf !== 'trustedContact') return null;
  if (contacts.failed) {
    return (
      <>
        <p className="err">{t('error.designate.contactsLoad')}</p>
        <LoadFailed error={contacts.failed} onRetry={contacts.retry} />
      </>
    );
  }
  if (!contacts.data) return <Spinner word="customers.designate.contactLoading" />;
  return (
    <FormSelectField
      name="contact"
      label={t('customers.designate.contact')}
      hint={<OwnWords>{t('customers.designate.contactNote', { customer: name })}</OwnWords>}
      empty={t('customers.designate.contactChoose')}
      choices={contacts.data.map(({ name: contact, email }) => ({
        value: email,
        label: t('customers.designate.contactOption', { contact, email }),
      }))}
      required
    />
  );
}
