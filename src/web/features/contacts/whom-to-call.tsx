import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortDate } from '../../app/dates.ts';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { isForEmergencyPage, rolesOf } from './contact-words.ts';
import { remindContact, useContacts, type Contact } from './contacts-api.ts';
import css from './whom-to-call.module.css';

/**
 * The contacts whom the emergency page lists, with their numbers, and those who have not answered yet, with a button to ask them
 * again (D-33).
 */
export function WhomToCall() {
  return <Loaded read={useContacts()}>{(contacts) => <Contacts contacts={contacts} />}</Loaded>;
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const t = useText();
  const shown = contacts.filter(
    (contact) => contact.status === 'pending' || (contact.on_emergency_page && isForEmergencyPage(contact)),
  );
  if (shown.length === 0)
    return (
      <>
        <p>{t('contacts.call.none')}</p>
        <div className="acts">
          <LinkButton to="/trusted-contacts" variant="two">
            {t('contacts.call.add')}
          </LinkButton>
        </div>
      </>
    );
  return (
    <>
      <ul className={css.call}>
        {shown.slice(0, 4).map((contact) => (
          <Line key={contact.id} contact={contact} />
        ))}
      </ul>
      {shown.length > 4 && (
        <Link to="/trusted-contacts" className={css.all}>
          {t('contacts.call.all')}
        </Link>
      )}
    </>
  );
}

function Line({ contact }: { contact: Contact }) {
  const t = useText();
  const shortDate = useShortDate();
  const { name, phone, status, asked_at } = contact;
  return (
    <li>
      <div>
        <strong>
          <OwnWords>{name}</OwnWords>
        </strong>
        <small className={css.roles}>
          {rolesOf(contact, t).map((role) => (
            <span key={role}>
              <OwnWords>{role}</OwnWords>
            </span>
          ))}
        </small>
        {status === 'pending' && <small>{t('contacts.call.asked', { date: shortDate(asked_at) })}</small>}
      </div>
      {status === 'pending' ? (
        <AskAgain contact={contact} />
      ) : (
        phone !== '' && <a href={telephoneHref(phone)}>{phone}</a>
      )}
    </li>
  );
}

function AskAgain({ contact: { id, name, remind_after } }: { contact: Contact }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const { run, state, problems } = useAction(() => remindContact(id), {
    resetMs: 2500,
    texts: { 'not-found': 'contacts.gone.short' },
    onDone: () => setAsked(true),
  });
  if (asked) return <span role="status">{t('contacts.call.askedAgain')}</span>;
  // The server refuses another request within an hour of the last one.
  if (remind_after) return null;
  return (
    <div>
      <Button variant="text" state={state} onClick={() => void run()}>
        {t('contacts.call.askAgain')}
        <span className="vh">: {name}</span>
      </Button>
      <ProblemList problems={problems} />
    </div>
  );
}
