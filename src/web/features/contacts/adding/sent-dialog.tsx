import { fileAccessPart } from '../../../../domain/contacts/file-access-path.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { AskedContact } from '../contacts-api.ts';
import css from '../contacts.module.css';

/** Confirms that the request was sent, and explains the next steps and what the contact will see (TC-07). */
export function SentDialog({
  contact,
  choosesFiles,
  onClose,
}: {
  contact: AskedContact;
  choosesFiles: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const ids = fileAccessPart({ userId: contact.user_id, contactId: contact.id });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('contact.sent.title')}
      lead={t('contact.sent.body', { name: contact.name })}
      foot={
        <>
          <Button onClick={onClose}>{t('contacts.sent.ok')}</Button>
          {choosesFiles && (
            <LinkButton to="/manage-file-access/$ids" params={{ ids }} variant="two">
              {t('contacts.sent.changeShared')}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={css.said}>
        <p>{t('contacts.sent.whatNext')}</p>
        <p>{t('contacts.sent.shared')}</p>
        <p>{t('contacts.page.askFirst')}</p>
      </div>
    </Modal>
  );
}
