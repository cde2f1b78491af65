import { deletionWord } from '../../../domain/accounts/deletion.ts';
import { deleteContactForm } from '../../../domain/contacts/contact-form.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { deleteContact, type Contact } from './contacts-api.ts';
import css from './contacts.module.css';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

type EndDialogProps = { contact: Contact; onDone: () => void; onClose: () => void };

const resetMs = 2500;

/** Removes a contact: cancels an unanswered request, or deletes a contact who accepted. */
export default function EndDialog(props: EndDialogProps) {
  return props.contact.status === 'accepted' ? <DeleteDialog {...props} /> : <CancelDialog {...props} />;
}

/** Deletes a contact who accepted, after the word is typed (TC-05, TC-20). */
function DeleteDialog({ contact, onDone, onClose }: EndDialogProps) {
  const said = useVoicedText();
  const t = useText();
  const { id, name } = contact;
  const form = useZodForm(deleteContactForm, { confirm: '' });
  const { submit, state, problems } = useSubmit(form, () => deleteContact(id), {
    resetMs,
    onDone() {
      showSnackbar(t('success.contactDeleted'));
      onDone();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.contactDelete.title', { contact: name })}
    >
      <div className={css.said}>
        <p>{said('confirm.contactDelete.body')}</p>
        {contact.substitutedDecisionMaker && <p>{t('contacts.delete.speaker', { contact: name })}</p>}
        <p>{t('contacts.delete.told', { contact: name })}</p>
      </div>
      <Form form={form} onSubmit={submit} problems={problems} prefix="end" className={css.form}>
        <FormTextField
          name="confirm"
          label={t('confirm.typeDelete.label')}
          hint={t('confirm.capitalsHint')}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={deletionWord.length + 10}
          width="date"
          required
        />
        <div className="modalfoot">
          <Button type="submit" variant="danger" state={state} keepsRoom>
            {t('contacts.delete.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('contacts.delete.keep')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** Cancels a request that is not answered yet (TC-06). */
function CancelDialog({ contact, onDone, onClose }: EndDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => deleteContact(contact.id), {
    resetMs,
    onDone() {
      showSnackbar(t('success.contactCancelled'));
      onDone();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.contactCancel.title', { contact: contact.name })}
      lead={t('confirm.contactCancel.body')}
      foot={
        <>
          <Button variant="danger" state={state} keepsRoom onClick={() => void run()}>
            {t('contacts.cancel.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('contacts.cancel.keep')}
          </Button>
        </>
      }
    >
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}
