import { useParams } from '@tanstack/react-router';
import { fileAccessIds } from '../../../../domain/contacts/file-access-path.ts';
import { Allowed, useMay } from '../../../app/allowed.tsx';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { AccountReadingProvider } from '../../../plan-view/reading.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useSharing } from '../contacts-api.ts';
import { SharingForm } from './sharing-form.tsx';

/** Page to choose what one trusted contact can see, only for the owner of the account (SHARE-02, GAP-68). */
export function Page() {
  const user = useSession();
  const { ids = '' } = useParams({ strict: false });
  const named = fileAccessIds(ids);
  const mayChange = useMay('contacts.change');
  if (!user) return <Spinner />;
  if (!named || named.userId !== user.id) return <Gone />;
  if (!mayChange) return <NotInside />;
  return (
    <AccountReadingProvider user={user}>
      <OfContact key={named.contactId} contactId={named.contactId} />
    </AccountReadingProvider>
  );
}

/** Shown to staff in the account instead of the choices (D-42, D-59). */
function NotInside() {
  const t = useText();
  return (
    <>
      <PageTitle>{t('contacts.page.title')}</PageTitle>
      <Allowed to="contacts.change">{null}</Allowed>
    </>
  );
}

function OfContact({ contactId }: { contactId: string }) {
  const t = useText();
  const read = useSharing(contactId);
  const code = read.failed?.code;
  if (!read.data && (code === 'not-found' || code === 'invalid')) return <Gone />;
  return (
    <>
      {!read.data && <PageTitle>{t('fileAccess.titleUnnamed')}</PageTitle>}
      <Loaded read={read}>{(sharing) => <SharingForm sharing={sharing} />}</Loaded>
    </>
  );
}

/** The contact does not exist, or belongs to another person: both show the same message. */
function Gone() {
  const t = useText();
  const back = <LinkButton to="/trusted-contacts">{t('fileAccess.back')}</LinkButton>;
  return (
    <MessagePage title={t('contacts.gone.title')} action={back}>
      {t('contacts.gone.body')}
    </MessagePage>
  );
}
