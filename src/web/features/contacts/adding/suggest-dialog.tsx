import { useMemo, useState } from 'react';
import { editContactForm, type ContactFacts } from '../../../../domain/contacts/contact-form.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { requestKeys } from '../../../api/request-keys.ts';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { ReadingContext, type Reading } from '../../../plan-view/reading.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { ContactFields, noContact, type ContactValues } from '../contact-fields.tsx';
import css from '../contacts.module.css';
import { suggestContact } from './suggestions-api.ts';

const sending: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** The form with which staff suggest a contact. */
export default function SuggestDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const user = useSession();
  const customer = user?.acting?.customer_name ?? user?.together?.customer_name ?? '';
  const reading = useMemo((): Reading => {
    const names = { person: customer, firstName: customer, recorder: '', relation: '' };
    return { t, voice: { kind: 'onBehalf', ...names } };
  }, [t, customer]);
  const schema = useMemo(() => editContactForm({ person: customer }), [customer]);
  const [keyOf] = useState(() => requestKeys());
  const form = useZodForm<ContactValues, ContactFacts>(schema, noContact, 'suggest');
  const guard = useCloseGuard(form, onClose);
  const { submit, state, problems } = useSubmit(
    form,
    (facts: ContactFacts) => suggestContact(facts, keyOf(facts)),
    {
      resetMs: 2500,
      texts: { duplicate_trusted_contact: ({ fields }) => fields },
      onDone() {
        showSnackbar(t('contacts.suggest.done', { customer }));
        onClose();
      },
    },
  );
  return (
    <Modal
      open
      width={680}
      onClose={guard.close}
      title={t('contacts.suggest.title')}
      lead={t('contacts.suggest.lead', { customer })}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="contact" className={css.form}>
        {/* Staff answer about the owner of the account. */}
        <ReadingContext value={reading}>
          <ContactFields emailHint={t('contacts.suggest.emailHint', { customer })} />
        </ReadingContext>
        <div className="modalfoot">
          <Button type="submit" state={state} words={sending} keepsRoom>
            {t('contacts.suggest.send')}
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
