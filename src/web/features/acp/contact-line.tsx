import { telephoneHref } from '../../../domain/i18n/site.ts';
import { useText } from '../../app/texts.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from '../../plan-view/plan.module.css';
import { InBoth, OtherBeside } from './document/paper-twin.tsx';
import { relationshipWords, type NamedContact } from '../../plan-view/plan-contacts.ts';

/** A contact: name, relation to the person, whether they still have to agree, and the telephone number. */
export function ContactLine({ contact }: { contact: NamedContact }) {
  const t = useText();
  const relationship = relationshipWords(contact, t);
  return (
    <p className={css.contact}>
      <b>
        <OwnWords>{contact.name}</OwnWords>
      </b>{' '}
      {relationship !== '' && <OwnWords>{relationship}</OwnWords>}{' '}
      <OtherBeside twin={({ wording }) => otherThan(relationship, relationshipWords(contact, wording.t))} />{' '}
      {contact.status === 'pending' && (
        <span className="quiet">
          {t('carePlan.pending')} <OtherBeside twin={({ wording }) => wording.t('carePlan.pending')} />
        </span>
      )}{' '}
      {contact.phone !== '' && <a href={telephoneHref(contact.phone)}>{contact.phone}</a>}
    </p>
  );
}

/** The person's own words are the same in both languages, and are printed once. */
const otherThan = (words: string, other: string): string => (other === words ? '' : other);

type ContactsProps = { contacts: readonly NamedContact[] | undefined; failed: boolean };

/** Lists the substitute decision makers, or says that there is none yet. */
export function Speakers({ contacts, failed }: ContactsProps) {
  const t = useText();
  if (!contacts) return <ContactsMissing failed={failed} />;
  const speakers = contacts.filter(({ substitutedDecisionMaker }) => substitutedDecisionMaker);
  if (speakers.length === 0)
    return (
      <p>
        <InBoth twin={({ wording }) => wording.t('myAcp.summary.noSpeaks')}>
          {t('myAcp.summary.noSpeaks')}
        </InBoth>
      </p>
    );
  return speakers.map((contact) => <ContactLine key={contact.id} contact={contact} />);
}

/** Replaces contacts that are loading or failed to load. */
export function ContactsMissing({ failed }: { failed: boolean }) {
  const t = useText();
  return <p className="quiet">{t(failed ? 'error.general_error' : 'common.loading')}</p>;
}
