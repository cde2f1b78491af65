import { greetingName } from '../../../../../domain/names.ts';
import { telephoneHref } from '../../../../../domain/i18n/site.ts';
import { useText } from '../../../../app/texts.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { speakersOf, type Customer } from '../customer-api.ts';
import css from './first-view.module.css';
import { personWords } from '../parts/person-words.ts';

type Contact = Customer['trusted_contacts'][number];

/** Maximum number of contacts to call besides the decision makers. */
const mostOthers = 2;

/** The decision makers, whether they agreed, and whom to call (D-33, S-71). */
export function Callers({ customer }: { customer: Customer }) {
  const t = useText();
  const speakers = speakersOf(customer);
  const others = customer.trusted_contacts
    .filter(({ substitutedDecisionMaker, phone }) => !substitutedDecisionMaker && phone !== '')
    .slice(0, mostOthers);
  const isReached = speakers.some(({ phone }) => phone !== '');
  return (
    <>
      <div>
        <dt>
          <OwnWords>
            {t('customer.plan.speaksFor', { customer: greetingName(customer) || customer.name })}
          </OwnWords>
        </dt>
        <dd>
          {speakers.length === 0 && <p>{t('customer.plan.noSpeaker')}</p>}
          {speakers.map((contact) => (
            <Caller key={contact.id} contact={contact} />
          ))}
        </dd>
      </div>
      {(others.length > 0 || !isReached) && (
        <div>
          <dt>{t(isReached ? 'customer.plan.callNext' : 'customer.plan.call')}</dt>
          <dd>
            {others.length === 0 && <p>{t('customer.plan.noCall')}</p>}
            {others.map((contact) => (
              <Caller key={contact.id} contact={contact} />
            ))}
          </dd>
        </div>
      )}
    </>
  );
}

function Caller({ contact }: { contact: Contact }) {
  const t = useText();
  return (
    <p className={css.person}>
      <OwnWords>{personWords(contact, t)}</OwnWords>{' '}
      {contact.phone !== '' && <a href={telephoneHref(contact.phone)}>{contact.phone}</a>}
      {contact.status === 'pending' && <small>{t('customer.plan.notAgreed')}</small>}
    </p>
  );
}
