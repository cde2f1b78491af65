import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { relationshipWords } from '../../../../plan-view/plan-contacts.ts';

/** A contact's name and what they are to the customer; the name alone where that is not known. */
export function personWords(contact: { name: string; relationship: string }, t: Translate): string {
  const relationship = relationshipWords(contact, t);
  return relationship === ''
    ? contact.name
    : t('emergency.call.person', { name: contact.name, relationship });
}
