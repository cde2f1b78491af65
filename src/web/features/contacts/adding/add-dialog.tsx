import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addContactForm, type ContactFacts } from '../../../../domain/contacts/contact-form.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { requestKeys } from '../../../api/request-keys.ts';
import { FormCheckbox } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { closeSnackbar, showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { ContactFields, noContact, type ContactValues } from '../contact-fields.tsx';
import { personOf } from '../contact-words.ts';
import { addContact, type AskedContact } from '../contacts-api.ts';
import { dismissSuggestion } from './suggestions-api.ts';
import css from '../contacts.module.css';

/**
 * Kind of contact that the dialog adds: any trusted contact, or one who is already known to be the substitute decision maker
 * (GAP-36).
 */
export type AddKind = 'contact' | 'sdm';

/** Values of the form's fields. */
export type AddValues = ContactValues & { permissionConfirmation: boolean };

const sending: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type AddDialogProps = {
  kind: AddKind;
  /** Id of the staff's suggestion that this form answers; its facts are in `typed` (D-59). */
  suggestionId: string | undefined;
  typed: AddValues | undefined;
  onSent: (contact: AskedContact) => void;
  onClose: (typed: AddValues) => void;
};

type AddFormOptions = Omit<AddDialogProps, 'onClose'>;

/** The form, which adds the contact and dismisses the suggestion that it answers. */
function useAddForm({ kind, suggestionId, typed, onSent }: AddFormOptions) {
  const t = useText();
  const ownEmail = useSession()?.email ?? null;
  const person = personOf(useReading().voice);
  const schema = useMemo(() => addContactForm({ ownEmail, person }), [ownEmail, person]);
  const [keyOf] = useState(() => requestKeys());
  const [first] = useState<AddValues>(
    typed ?? {
      ...noContact,
      ...(kind === 'sdm' && { substitutedDecisionMaker: true }),
      permissionConfirmation: false,
    },
  );
  const [addedContact, setAddedContact] = useState<{ id: number; email: string }>();
  const form = useZodForm<AddValues, ContactFacts>(schema, first, `add-${suggestionId ?? kind}`);
  const { submit, state, problems } = useSubmit(
    form,
    async (facts: ContactFacts) => {
      const asked = await addContact(facts, keyOf(facts));
      // The person may have changed the suggested address.
      if (suggestionId !== undefined) await dismissSuggestion(suggestionId);
      return asked;
    },
    {
      resetMs: 2500,
      // Another contact has the address (TC-18): shown at the field, and in a message of its own (ERR-25).
      texts: { duplicate_trusted_contact: ({ fields }) => fields },
      onDone: onSent,
      onFailed({ code }) {
        if (code !== 'duplicate_trusted_contact') return;
        const id = showSnackbar(t('error.duplicate_trusted_contact'), 'problem');
        setAddedContact({ id, email: form.getValues('email') });
      },
    },
  );
  const email = useWatch({ control: form.control, name: 'email' });
  useEffect(() => {
    // The message is not true for another address, and it covers the buttons.
    if (addedContact && addedContact.email !== email) closeSnackbar(addedContact.id);
  }, [addedContact, email]);
  return { form, submit, state, problems };
}

/** Form to add a contact. Calls `onSent` after the request was sent, and `onClose` with the typed values. */
export default function AddDialog({ onClose, ...options }: AddDialogProps) {
  const t = useText();
  const { form, submit, state, problems } = useAddForm(options);
  const close = () => onClose(form.getValues());
  return (
    <Modal
      open
      width={680}
      onClose={close}
      title={t(options.kind === 'sdm' ? 'contact.title.sdm' : 'contact.title.add')}
      lead={t('contact.hint')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="contact" className={css.form}>
        <ContactFields />
        <FormCheckbox
          name="permissionConfirmation"
          label={t('contact.permissionConfirmation.label')}
          required
        />
        <div className="modalfoot">
          <Button type="submit" state={state} words={sending} keepsRoom>
            {t('contact.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
