import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addContactForm, type ContactFacts } from '../../../domain/contacts/contact-form.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { requestKeys } from '../../api/request-keys.ts';
import { FormCheckbox } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { closeSnackbar, showSnackbar } from '../../ui/messages/snackbars.ts';
import { useReading } from '../../plan-view/reading.tsx';
import { ContactFields, noContact, type ContactValues } from './contact-fields.tsx';
import { personOf } from './contact-words.ts';
import { addContact, type AskedContact } from './contacts-api.ts';
import css from './contacts.module.css';
import { SentDialog } from './sent-dialog.tsx';

/** Whom a dialog adds: any trusted contact, or one who is already said to be the substitute decision maker (GAP-36). */
type AddKind = 'contact' | 'sdm';

type Values = ContactValues & { permissionConfirmation: boolean };

const sending: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/**
 * Adding a contact (TC-03, TC-07): `opens` is for the buttons that do, `dialogs` stands somewhere on the page. First there is the form,
 * then that the request was sent. What was typed stays until then, should the form be closed by mistake.
 */
export function useAddContact({ choosesFiles = false }: Pick<AddContactProps, 'choosesFiles'> = {}) {
  const [kind, setKind] = useState<AddKind>();
  const opener = useRef<HTMLElement>(null);
  const opens = (opened: AddKind) => ({
    'aria-haspopup': 'dialog' as const,
    onClick({ currentTarget }: { currentTarget: HTMLElement }) {
      opener.current = currentTarget;
      setKind(opened);
    },
  });
  const close = () => {
    setKind(undefined);
    // The second dialog opened out of the first, which is gone by now; the button may be gone too, with the hint around it.
    rescueFocus(() =>
      opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('#main h1'),
    );
  };
  return { opens, dialogs: <AddContact kind={kind} choosesFiles={choosesFiles} onClose={close} /> };
}

type AddContactProps = {
  kind: AddKind | undefined;
  onClose: () => void;
  /** Whether the last dialog leads to what the new contact can see. */
  choosesFiles?: boolean;
};

function AddContact({ kind, onClose, choosesFiles = false }: AddContactProps) {
  const typed = useRef<Partial<Record<AddKind, Values>>>({});
  const [sent, setSent] = useState<AskedContact>();
  if (sent) {
    const close = () => {
      setSent(undefined);
      onClose();
    };
    return <SentDialog contact={sent} choosesFiles={choosesFiles} onClose={close} />;
  }
  if (!kind) return null;
  return (
    <AddDialog
      kind={kind}
      typed={typed.current[kind]}
      onSent={(contact) => {
        typed.current = {};
        setSent(contact);
      }}
      onClose={(values) => {
        typed.current[kind] = values;
        onClose();
      }}
    />
  );
}

type AddDialogProps = {
  kind: AddKind;
  typed: Values | undefined;
  onSent: (contact: AskedContact) => void;
  onClose: (typed: Values) => void;
};

function AddDialog({ kind, typed, onSent, onClose }: AddDialogProps) {
  const t = useText();
  const ownEmail = useSession()?.email ?? null;
  const person = personOf(useReading().voice);
  const schema = useMemo(() => addContactForm({ ownEmail, person }), [ownEmail, person]);
  const [keyOf] = useState(() => requestKeys());
  const [first] = useState<Values>(
    typed ?? {
      ...noContact,
      ...(kind === 'sdm' && { substitutedDecisionMaker: true }),
      permissionConfirmation: false,
    },
  );
  const [told, setTold] = useState<{ id: number; email: string }>();
  const form = useZodForm<Values, ContactFacts>(schema, first, `add-${kind}`);
  const { submit, state, problems } = useSubmit(
    form,
    (facts: ContactFacts) => addContact(facts, keyOf(facts)),
    {
      resetMs: 2500,
      // The address is one of a contact already (TC-18): said at the field, and in a message of its own (ERR-25).
      texts: { duplicate_trusted_contact: ({ fields }) => fields },
      onDone: onSent,
      onFailed({ code }) {
        if (code !== 'duplicate_trusted_contact') return;
        const id = showSnackbar(t('error.duplicate_trusted_contact'), 'problem');
        setTold({ id, email: form.getValues('email') });
      },
    },
  );
  const email = useWatch({ control: form.control, name: 'email' });
  useEffect(() => {
    // With another address it is true no longer, and it stands in front of the buttons.
    if (told && told.email !== email) closeSnackbar(told.id);
  }, [told, email]);
  const close = () => onClose(form.getValues());
  return (
    <Modal
      open
      width={680}
      onClose={close}
      title={t(kind === 'sdm' ? 'contact.title.sdm' : 'contact.title.add')}
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
