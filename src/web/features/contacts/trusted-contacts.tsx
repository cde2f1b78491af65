import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { bannerOf } from '../../../domain/questionnaire/reading/page-words.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import type { SessionUser } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useMay } from '../../app/allowed.tsx';
import { useLanguage, useText } from '../../app/texts.tsx';
import plan from '../../plan-view/plan.module.css';
import { AccountReadingProvider, useReading } from '../../plan-view/reading.tsx';
import { sentences } from '../../plan-view/sentences.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { isFormKept } from '../../forms/unsaved/kept-words.ts';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { useAddContact } from './adding/add-contact.tsx';
import { ContactCard, type ContactCardProps } from './contact-card.tsx';
import { useContacts, type Contact } from './contacts-api.ts';
import css from './contacts.module.css';
import { DecisionMakers } from './decision-makers.tsx';
import { SuggestContact } from './adding/suggest-contact.tsx';
import { Suggestions } from './adding/suggestions.tsx';

const loadEdit = () => import('./edit-dialog.tsx');
const loadEnd = () => import('./end-dialog.tsx');
/** Time for the page itself to load before its dialogs do, in milliseconds. */
const preloadMs = 2_000;

const EditDialog = lazy(loadEdit);
const EndDialog = lazy(loadEnd);

/** Trusted contacts of the person: accepted and unanswered ones, and adding one (TC-01 to TC-06). */
export function Page() {
  const user = useSession();
  if (!user) return <Spinner />;
  return (
    <AccountReadingProvider user={user}>
      <TrustedContacts user={user} />
    </AccountReadingProvider>
  );
}

/** The contact of an open dialog. The list below may change meanwhile. */
type Open = { kind: 'edit' | 'end'; contact: Contact };

/** The contacts; a failed read is also reported in a message, whose sentence the page does not repeat. */
function useReportedContacts() {
  const t = useText();
  const read = useContacts();
  const isFailed = read.failed !== undefined;
  useEffect(() => {
    if (isFailed) showSnackbar(t('error.general_error'), 'problem');
  }, [isFailed, t]);
  return read;
}

/** The open dialog. After a sign-in, it is the one whose text was typed when the session ended. */
function useOpenDialog(contacts: readonly Contact[] | undefined) {
  const [open, setOpen] = useState<Open>();
  const [isRead, setRead] = useState(false);
  if (!isRead && contacts) {
    setRead(true);
    const contact = contacts.find(({ id }) => isFormKept(id));
    if (contact) setOpen({ kind: 'edit', contact });
  }
  const hasContacts = contacts !== undefined && contacts.length > 0;
  useEffect(() => {
    if (!hasContacts) return undefined;
    // So that a press opens a dialog at once. One that fails to load now loads on the press.
    const load = () => void Promise.all([loadEdit(), loadEnd()]).catch(() => undefined);
    const timer = setTimeout(load, preloadMs);
    return () => clearTimeout(timer);
  }, [hasContacts]);
  const close = () => setOpen(undefined);
  return { open, setOpen, close };
}

/** Moves the focus to the top after a contact is gone. Returns the ref of the top, and a function that notes the contact. */
function useFocusAfterEnd(contacts: readonly Contact[] | undefined) {
  const top = useRef<HTMLDivElement>(null);
  const gone = useRef<string>(undefined);
  const toTop = useCallback(() => rescueFocus(() => top.current?.querySelector('button')), []);
  const noteEnd = ({ id }: Contact) => {
    gone.current = id;
    toTop();
  };
  useEffect(() => {
    // The card, whose button has the focus again, is removed when the list is read again.
    if (gone.current === undefined || contacts?.some(({ id }) => id === gone.current)) return;
    gone.current = undefined;
    toTop();
  }, [contacts, toTop]);
  return { top, noteEnd };
}

function TrustedContacts({ user }: { user: SessionUser }) {
  const reading = useReading();
  const { t } = reading;
  const read = useReportedContacts();
  const { open, setOpen, close } = useOpenDialog(read.data);
  const mayChange = useMay('contacts.change');
  const { opens, adds, dialogs } = useAddContact({ choosesFiles: true });
  const { top, noteEnd } = useFocusAfterEnd(read.data);
  const ended = (contact: Contact) => {
    close();
    noteEnd(contact);
  };
  return (
    <>
      <div className={`pagehead ${css.head}`} ref={top}>
        <div>
          <PageTitle>{t('contacts.page.title')}</PageTitle>
          <p className="lead">{inVoice(reading, 'contacts.page.lead', 'contacts.page.leadOnBehalf')}</p>
        </div>
        <div className="acts">
          {mayChange ? (
            <Button icon="plus" {...opens('contact')}>
              {t('contacts.page.add')}
            </Button>
          ) : (
            <SuggestContact />
          )}
        </div>
      </div>
      {reading.voice.kind === 'onBehalf' && (
        <p className={plan.onBehalf}>
          <b>{bannerOf(reading)}</b>
          <span>{inVoice(reading, 'onBehalf.reading')}</span>
        </p>
      )}
      <Suggestions adds={adds} />
      <div className="two-col">
        <Loaded read={read} failure="contacts.page.notLoaded">
          {(contacts) => (
            <Lists
              contacts={contacts}
              addSpeaker={opens('sdm')}
              onEdit={(contact) => setOpen({ kind: 'edit', contact })}
              onEnd={(contact) => setOpen({ kind: 'end', contact })}
            />
          )}
        </Loaded>
        {(read.data ?? read.failed) && <DecisionMakers userId={user.id} />}
      </div>
      {dialogs}
      <Suspense>
        {open?.kind === 'edit' && <EditDialog contact={open.contact} onClose={close} />}
        {open?.kind === 'end' && (
          <EndDialog contact={open.contact} onDone={() => ended(open.contact)} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

type ListsProps = Omit<ContactCardProps, 'contact'> & {
  contacts: readonly Contact[];
  addSpeaker: ReturnType<ReturnType<typeof useAddContact>['opens']>;
};

function Lists({ contacts, addSpeaker, ...ways }: ListsProps) {
  const reading = useReading();
  const { t } = reading;
  const language = useLanguage();
  const mayChange = useMay('contacts.change');
  const accepted = contacts.filter(({ status }) => status === 'accepted');
  const pending = contacts.filter(({ status }) => status === 'pending');
  if (contacts.length === 0) return <Empty />;
  const order = t('contacts.page.order');
  const allOnCard = accepted.every(({ on_emergency_page }) => on_emergency_page);
  const onCard = inVoice(reading, 'contacts.page.onCard', 'contacts.page.onCardOnBehalf');
  return (
    <div className={css.lists}>
      <p className={css.count}>
        <b>{t('contacts.page.count', { count: contacts.length })}</b>
        {accepted.length > 0 && <span>{t('contacts.page.saidYes', { count: accepted.length })}</span>}
        {pending.length > 0 && <span>{t('contacts.page.waiting', { count: pending.length })}</span>}
      </p>
      {!contacts.some(({ substitutedDecisionMaker }) => substitutedDecisionMaker) && (
        <Notice>
          <p>{inVoice(reading, 'contacts.page.noSpeaker', 'contacts.page.noSpeakerOnBehalf')}</p>
          {mayChange && (
            <p className={css.way}>
              <Button variant="two" {...addSpeaker}>
                {t('contacts.page.noSpeakerAdd')}
              </Button>
            </p>
          )}
        </Notice>
      )}
      {accepted.length > 0 && (
        <section aria-labelledby="said-yes">
          <h2 id="said-yes">{t('contacts.page.acceptedTitle')}</h2>
          <p>{sentences(language, ...(allOnCard ? [onCard] : []), order)}</p>
          <Cards contacts={accepted} {...ways} />
        </section>
      )}
      {pending.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{t('contacts.page.pendingTitle')}</h2>
          <p>{t('contacts.page.pendingHint')}</p>
          <Cards contacts={pending} {...ways} />
        </section>
      )}
    </div>
  );
}

function Cards({ contacts, ...ways }: Omit<ContactCardProps, 'contact'> & { contacts: readonly Contact[] }) {
  return (
    <ul>
      {contacts.map((contact) => (
        <ContactCard key={contact.id} contact={contact} {...ways} />
      ))}
    </ul>
  );
}

function Empty() {
  const reading = useReading();
  const { t } = reading;
  return (
    <section className={`card ${css.empty}`} aria-labelledby="no-contacts">
      <h2 id="no-contacts">{t('contacts.page.count', { count: 0 })}</h2>
      <p>{inVoice(reading, 'contacts.page.empty', 'contacts.page.emptyOnBehalf')}</p>
      <p>{t('contacts.page.askFirst')}</p>
    </section>
  );
}
