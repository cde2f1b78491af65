import { fileAccessPart } from '../../../domain/contacts/file-access-path.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { RowLink } from '../../ui/row.tsx';
import { useContacts, type Contact } from '../contacts/api.ts';
import type { StoredFile } from './file-api.ts';
import css from './files.module.css';

type ShareDialogProps = { file: Pick<StoredFile, 'id' | 'file_name'>; onClose: () => void };

/** Trusted contacts, each with a link to what they can see: there a file is shared or not (GAP-63). */
export function ShareDialog({ file: { id, file_name }, onClose }: ShareDialogProps) {
  const t = useText();
  const ready = useTexts(['contacts']);
  const read = useContacts();
  if (!ready) return null;
  return (
    <Modal open onClose={onClose} title={t('files.shareWith.title', { file: file_name })}>
      <Loaded read={read}>
        {(contacts) =>
          contacts.length === 0 ? (
            <>
              <p>{t('files.shareWith.none')}</p>
              <div className="modalfoot">
                <LinkButton to="/trusted-contacts">{t('contacts.page.add')}</LinkButton>
              </div>
            </>
          ) : (
            <>
              <p className={css.about}>{t('files.shareWith.lead')}</p>
              {contacts.map((contact) => (
                <RowLink
                  key={contact.id}
                  icon="users"
                  to="/manage-file-access/$ids"
                  params={{ ids: fileAccessPart({ userId: contact.user_id, contactId: contact.id }) }}
                  note={<Seen contact={contact} fileId={id} />}
                >
                  {t('contacts.row.share', { contact: contact.name })}
                </RowLink>
              ))}
            </>
          )
        }
      </Loaded>
    </Modal>
  );
}

/** Whether a contact can see the file now, as far as a few words can say it. */
function Seen({ contact, fileId }: { contact: Contact; fileId: string }) {
  const t = useText();
  if (contact.fullAccess) return t('contacts.row.sharedAll');
  return contact.shared_file_ids.includes(fileId) ? null : t('fileAccess.row.off');
}
