import { useText } from '../../app/texts.tsx';
import { telephoneHref } from '../../app/site.ts';
import { OwnWords } from './own-words.tsx';
import css from './plan.module.css';
import { relationshipWords, type PlanContact } from './plan-contacts.ts';

/** A contact: name, what they are to the person, telephone, and whether they still have to agree. */
export function ContactLine({ contact }: { contact: PlanContact }) {
  const t = useText();
  const relationship = relationshipWords(contact, t);
  return (
    <p className={css.contact}>
      <span>
        <b>
          <OwnWords>{contact.name}</OwnWords>
        </b>
        {relationship !== '' && (
          <>
            {t('common.listComma')}
            <OwnWords>{relationship}</OwnWords>
          </>
        )}
        {contact.status === 'pending' && (
          <span className="quiet">
            {t('common.listComma')}
            {t('carePlan.pending')}
          </span>
        )}
      </span>
      {contact.phone !== '' && <a href={telephoneHref(contact.phone)}>{contact.phone}</a>}
    </p>
  );
}

/** Who speaks for the person: the substitute decision makers, or that there is none yet. */
export function Speakers({ contacts, failed }: { contacts: readonly PlanContact[] | undefined; failed: boolean }) {
  const t = useText();
  if (!contacts) return <p className="quiet">{t(failed ? 'error.general_error' : 'common.loading')}</p>;
  const speakers = contacts.filter(({ substitutedDecisionMaker }) => substitutedDecisionMaker);
  if (speakers.length === 0) return <p>{t('myAcp.summary.noSpeaks')}</p>;
  return speakers.map((contact) => <ContactLine key={contact.id} contact={contact} />);
}
