import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { relationshipWords } from '../../../../plan-view/plan-contacts.ts';

/** Returns a contact's name and relation to the customer; only the name if the relation is unknown. */
export function personWords(contact: { name: string; relationship: string }, t: Translate): string {
  const relationship = relationshipWords(contact, t);
  return relationship === ''
    ? contact.name
    : t('emergency.call.person', { name: contact.name, relationship });
}
