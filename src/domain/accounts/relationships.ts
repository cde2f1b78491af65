import type { PlainTextKey } from '../i18n/texts.ts';

/** Relations of a trusted contact to the person, with the stored values as the source spells them (GAP-69, CON-30). */
const keys: Readonly<Record<string, PlainTextKey>> = {
  Brother: 'contact.relationship.option.brother',
  Sister: 'contact.relationship.option.sister',
  Son: 'contact.relationship.option.son',
  Daughter: 'contact.relationship.option.daughter',
  Friend: 'contact.relationship.option.friend',
  Wife: 'contact.relationship.option.wife',
  Husband: 'contact.relationship.option.husband',
  'Spouse / Partner': 'contact.relationship.option.spousePartner',
  Parent: 'contact.relationship.option.parent',
  'General Practitioner (GP)': 'contact.relationship.option.gp',
  Specialists: 'contact.relationship.option.specialists',
  Doctor: 'contact.relationship.option.doctor',
  'Health Facility': 'contact.relationship.option.healthFacility',
  Carers: 'contact.relationship.option.carers',
  Attorney: 'contact.relationship.option.attorney',
  'Financial Advisor': 'contact.relationship.option.financialAdvisor',
  Other: 'contact.relationship.option.other',
};

/** Returns the text of a stored relationship; null for words that are not on the list, which are shown unchanged. */
export function relationshipKey(stored: string): PlainTextKey | null {
  return Object.hasOwn(keys, stored) ? (keys[stored] ?? null) : null;
}

/** Stored values of the list, in its order (TC-10). */
export const relationships: readonly string[] = Object.keys(keys);
