import { telephoneHref } from '../../../../../domain/i18n/site.ts';
import { useText } from '../../../../app/texts.tsx';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { Part } from './part.tsx';
import { personWords } from './person-words.ts';

/** Trusted contacts of the customer, each with the relation and the telephone number. */
export function Contacts({ contacts }: { contacts: Customer['trusted_contacts'] }) {
  const t = useText();
  return (
    <Part title={t('customer.part.contacts')}>
      {contacts.length === 0 && <p>{t('customer.contacts.none')}</p>}
      <ul className={css.lines}>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Icon name="users" />
            <div className={css.name}>
              <b>
                <OwnWords>{personWords(contact, t)}</OwnWords>
              </b>
              {contact.substitutedDecisionMaker && <small>{t('customer.contacts.speaker')}</small>}
              {contact.enduringGuardian && <small>{t('customer.contacts.guardian')}</small>}
              {contact.status === 'pending' && <small>{t('customer.contacts.pending')}</small>}
            </div>
            {contact.phone !== '' && (
              <div className={css.does}>
                <a className="mini" href={telephoneHref(contact.phone)}>
                  <Icon name="phone" small />
                  {contact.phone}
                </a>
              </div>
            )}
          </li>
        ))}
      </ul>
      {contacts.length > 0 && <p className="quiet small">{t('customer.contacts.asStated')}</p>}
    </Part>
  );
}
