import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { editContactForm, type ContactFacts } from '../../../domain/contacts/contact-form.ts';
import { useText } from '../../app/texts.tsx';
import { useCloseGuard } from '../../forms/unsaved/close-guard.tsx';
import { Form } from '../../forms/form.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm, type ZodForm } from '../../forms/use-zod-form.ts';
import { useReading } from '../../plan-view/reading.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { ContactFields, type ContactValues } from './contact-fields.tsx';
import { personOf, speakerChange } from './contact-words.ts';
import { updateContact, type Contact } from './contacts-api.ts';
import css from './contacts.module.css';

/** Changes the facts about a contact (TC-04). The address cannot be changed (TC-19). */
export default function EditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useText();
  const { name, relationship, email, phone, substitutedDecisionMaker, enduringGuardian } = contact;
  const first = { name, relationship, email, phone, substitutedDecisionMaker, enduringGuardian };
  const person = personOf(useReading().voice);
  const schema = useMemo(() => editContactForm({ person }), [person]);
  const form = useZodForm<ContactValues, ContactFacts>(schema, first, contact.id);
  const guard = useCloseGuard(form, onClose);
  const { submit, state, problems } = useSubmit(
    form,
    (facts: ContactFacts) => updateContact(contact.id, facts),
    {
      resetMs: 2500,
      texts: { 'not-found': 'contacts.gone.short' },
      onDone() {
        showSnackbar(t('success.contactSaved'));
        onClose();
      },
    },
  );
  return (
    <Modal open width={680} onClose={guard.close} title={t('contacts.edit.title', { contact: name })}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="contact" className={css.form}>
        <ContactFields emailFixed={t('contacts.edit.emailFixed')} />
        <div role="status">
          <RoleNote form={form} contact={contact} />
        </div>
        <div className="modalfoot">
          <Button type="submit" state={state} keepsRoom>
            {t('contacts.edit.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={guard.close}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
      {guard.question}
    </Modal>
  );
}

/** Effect when the contact becomes, or stops being, the substitute decision maker. */
function RoleNote({ form, contact }: { form: ZodForm<ContactValues, ContactFacts>; contact: Contact }) {
  const t = useText();
  const chosen = useWatch({ control: form.control, name: 'substitutedDecisionMaker' });
  const key = speakerChange(contact.substitutedDecisionMaker, chosen);
  return key ? <Notice>{t(key, { contact: contact.name })}</Notice> : null;
}
