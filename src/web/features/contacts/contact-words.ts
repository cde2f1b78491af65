import { initials } from '../../../domain/names.ts';
import type { TextKeyWith, Translate } from '../../../domain/i18n/texts.ts';
import type { Voice } from '../../../domain/questionnaire/reading/voice.ts';
import { relationshipWords } from '../../plan-view/plan-contacts.ts';
import type { Contact } from './contacts-api.ts';

const titles = /^(dr|mr|mrs|ms|miss|prof|professor)\.?$/i;

/** Returns the initials of a contact's name, which is one text: of its first and last word, without a title. */
export function contactInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', ...rest] = words.length > 1 ? words.filter((word) => !titles.test(word)) : words;
  return initials({ first_name: first, last_name: rest.at(-1) ?? '' });
}

/**
 * Returns the roles of a contact: the relation to the person, the place among the decision makers, and an appointment by a form.
 */
export function rolesOf(
  contact: Pick<Contact, 'relationship' | 'substitutedDecisionMaker' | 'enduringGuardian'>,
  t: Translate,
): string[] {
  const relationship = relationshipWords(contact, t);
  return [
    ...(relationship === '' ? [] : [relationship]),
    ...(contact.substitutedDecisionMaker ? [t('contacts.row.speaker')] : []),
    ...(contact.enduringGuardian ? [t('contacts.row.guardian')] : []),
  ];
}

/** Returns what a contact can see after accepting, as `readableBy` of the domain decides: the plan if it is shared, and files. */
export function sharingOf(
  {
    fullAccess,
    plan_shared,
    shared_file_ids,
  }: Pick<Contact, 'fullAccess' | 'plan_shared' | 'shared_file_ids'>,
  t: Translate,
): string[] {
  const count = shared_file_ids.length;
  const files = count === 0 ? t('contacts.row.sharedNone') : t('contacts.row.sharedSome', { count });
  return [
    t(plan_shared ? 'contacts.row.sharedPlan' : 'contacts.row.sharedNoPlan'),
    fullAccess ? t('contacts.row.sharedAll') : files,
  ];
}

/**
 * Whether the emergency page lists a contact unless the owner hides them: contacts who accepted, and a substitute decision maker
 * who has not answered yet (D-33).
 */
export const isForEmergencyPage = ({
  status,
  substitutedDecisionMaker,
}: Pick<Contact, 'status' | 'substitutedDecisionMaker'>): boolean =>
  status === 'accepted' || substitutedDecisionMaker;

/** Returns the effect of the current choice on the role of a contact; undefined if the role stays the same. */
export function speakerChange(saved: boolean, chosen: boolean | null): TextKeyWith<'contact'> | undefined {
  if (chosen === null || chosen === saved) return undefined;
  return chosen ? 'contacts.edit.speakerNow' : 'contacts.edit.speakerEnds';
}

/** Returns the person that the writer writes for; undefined for themselves. */
export const personOf = (voice: Voice): string | undefined =>
  voice.kind === 'self' ? undefined : voice.person;
