import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { fileAccessPart } from '../../../domain/contacts/file-access-path.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { useMay } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { useReading } from '../../plan-view/reading.tsx';
import { Icon, type IconName } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { contactInitials, isForEmergencyPage, rolesOf, sharingOf } from './contact-words.ts';
import { showOnEmergencyPage, type Contact } from './contacts-api.ts';
import css from './contacts.module.css';
import { PendingActions } from './pending-actions.tsx';

export type ContactCardProps = {
  contact: Contact;
  onEdit: (contact: Contact) => void;
  /** Deletes the contact, or cancels the request. */
  onEnd: (contact: Contact) => void;
};

/** One trusted contact: who they are, what they can see, and the possible actions. */
export function ContactCard({ contact, onEdit, onEnd }: ContactCardProps) {
  const { t } = useReading();
  const { name, status } = contact;
  const accepted = status === 'accepted';
  const mayChange = useMay('contacts.change');
  const card = useRef<HTMLLIElement>(null);
  return (
    <li className={css.contact} ref={card}>
      <span className="ava" aria-hidden="true">
        {contactInitials(name)}
      </span>
      <div className={css.facts}>
        <h3>
          <OwnWords>{name}</OwnWords>
        </h3>
        {mayChange && (
          <div className={css.acts}>
            <button
              type="button"
              className="iconbtn"
              aria-haspopup="dialog"
              aria-label={t('contacts.row.edit', { contact: name })}
              onClick={() => onEdit(contact)}
            >
              <Icon name="pencil" />
            </button>
            {accepted && (
              <button
                type="button"
                className="iconbtn"
                aria-haspopup="dialog"
                aria-label={t('contacts.row.delete', { contact: name })}
                onClick={() => onEnd(contact)}
              >
                <Icon name="trash" />
              </button>
            )}
          </div>
        )}
        <p className={css.roles}>
          {rolesOf(contact, t).map((role) => (
            <span key={role}>
              <OwnWords>{role}</OwnWords>
            </span>
          ))}
        </p>
        <Ways contact={contact} />
        {!accepted && <PendingActions contact={contact} onCancel={() => onEnd(contact)} />}
        <Sharing contact={contact} />
        <OnEmergencyPage contact={contact} card={card} />
      </div>
    </li>
  );
}

/** Telephone number and e-mail address. */
function Ways({ contact: { name, phone, email } }: { contact: Contact }) {
  const { t } = useReading();
  return (
    <p className={css.ways}>
      <a href={telephoneHref(phone)}>
        <span className="vh">{t('contacts.row.call', { contact: name })}: </span>
        {phone}
      </a>
      <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
        <span className="vh">{t('contacts.row.email', { contact: name })}: </span>
        {email}
      </a>
    </p>
  );
}

/** Line about a contact, with the button to change it at its end. */
function Line({ icon, end, children }: { icon: IconName; end: ReactNode; children: ReactNode }) {
  return (
    <div className={css.line}>
      <Icon name={icon} small />
      <div>{children}</div>
      {end}
    </div>
  );
}

function Sharing({ contact }: { contact: Contact }) {
  const { t } = useReading();
  const shortDate = useShortDate();
  const mayChange = useMay('contacts.change');
  const { name, user_id, id, status, accepted_at, last_opened_at } = contact;
  const [plan, ...files] = sharingOf(contact, t);
  const ids = fileAccessPart({ userId: user_id, contactId: id });
  return (
    <Line
      icon="eye"
      end={
        mayChange && (
          <Link to="/manage-file-access/$ids" params={{ ids }} className="mini">
            {t('contacts.row.share', { contact: name })}
          </Link>
        )
      }
    >
      {status === 'accepted' ? (
        <>
          <p className={css.list}>
            <span>{plan}</span>
            {files.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
          <p className="small quiet">
            {last_opened_at
              ? t('contacts.row.lastOpened', { date: shortDate(last_opened_at) })
              : t('contacts.row.neverOpened')}
          </p>
          {accepted_at && (
            <p className="small quiet">{t('contacts.row.acceptedOn', { date: shortDate(accepted_at) })}</p>
          )}
        </>
      ) : (
        <p>{t('contacts.page.pendingHint')}</p>
      )}
    </Line>
  );
}

/** Whether the emergency page lists the contact, and a button to hide or show them there (D-33). */
function OnEmergencyPage({ contact, card }: { contact: Contact; card: RefObject<HTMLElement | null> }) {
  const reading = useReading();
  const { t } = reading;
  const mayChange = useMay('contacts.change');
  const { id, name, on_emergency_page: shown } = contact;
  const toggle = async () => {
    await showOnEmergencyPage(id, !shown);
    return shown ? 'contacts.row.leftOff' : 'contacts.row.shownAgain';
  };
  const { run, state, problems } = useAction(toggle, {
    resetMs: 0,
    texts: { 'not-found': 'contacts.gone.short' },
    onDone: (done) => showSnackbar(t(done, { contact: name })),
  });
  const isThere = !shown || isForEmergencyPage(contact);
  const wasThere = useRef(isThere);
  useEffect(() => {
    // For a contact who is not on the page anyway, the line disappears with the pressed button.
    if (wasThere.current && !isThere) rescueFocus(() => card.current?.querySelector('button'));
    wasThere.current = isThere;
  }, [isThere, card]);
  if (!isThere) return null;
  return (
    <>
      <Line
        icon="qr"
        end={
          mayChange && (
            <button
              type="button"
              className="mini"
              aria-disabled={state === 'pending' || undefined}
              onClick={() => void run()}
            >
              {t(shown ? 'contacts.row.leaveOff' : 'contacts.row.putOn')}
              <span className="vh">: {name}</span>
            </button>
          )
        }
      >
        <p>
          {shown
            ? inVoice(reading, 'contacts.row.onCard', 'contacts.row.onCardOnBehalf')
            : inVoice(reading, 'contacts.row.offCard', 'contacts.row.offCardOnBehalf')}
        </p>
      </Line>
      <ProblemList problems={problems} className={css.problems} />
    </>
  );
}
