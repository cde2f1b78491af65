import type { PlainTextKey } from '../../i18n/texts.ts';
import { profileParts } from '../../inputs/profile.ts';
import type { AnswerKey } from '../answers.ts';
import { currentDefinition, questionsInRowOf } from '../definition.ts';
import { rowOf, type Reading } from './present.ts';

/** Fields of an account that are not also answers. */
const accountFields = {
  medicare_number: 'settings.profile.medicare',
  language: 'settings.general.language',
  date_format: 'settings.general.dateFormat',
  trusted_contacts: 'menu.user.trustedContacts',
  files: 'settings.privacy.files',
  suggested_contacts: 'settings.privacy.visit.suggested',
} as const satisfies Record<string, PlainTextKey>;

const answerOf: Readonly<Record<string, AnswerKey>> = Object.assign(
  {},
  ...profileParts.map(({ keys }) => keys),
);

const isAccountField = (field: string): field is keyof typeof accountFields =>
  Object.hasOwn(accountFields, field);

/** Returns the key of the answer that a field contains, or whose note it contains. */
const answerKeyOf = (field: string): string =>
  (Object.hasOwn(answerOf, field) ? answerOf[field] : undefined) ?? field;

/** Returns the title of a field for people; undefined for a field that nothing shows. */
function titleOf(field: string, reading: Reading): string | undefined {
  if (isAccountField(field)) return reading.t(accountFields[field]);
  const key = answerKeyOf(field);
  const { questions } = currentDefinition;
  const asked = questions.find((question) => question.key === key || question.note === key);
  const shown =
    asked && questions.find((question) => questionsInRowOf(question).some((part) => part.key === asked.key));
  return shown && rowOf(shown, {}, reading).title;
}

/**
 * Returns the names of fields as people read them, in the order of the questions and each once: an account and its plan have some
 * of them in common. `fields` are keys of answers and of an account.
 */
export function fieldNames(fields: readonly string[], reading: Reading): string[] {
  const order: string[] = currentDefinition.questions.flatMap(({ key, note }) =>
    note ? [key, note] : [key],
  );
  const placeOf = (field: string) => {
    const place = order.indexOf(answerKeyOf(field));
    return place === -1 ? order.length : place;
  };
  const sorted = fields.toSorted((one, next) => placeOf(one) - placeOf(next) || (one < next ? -1 : 1));
  const titles = sorted.map((field) => titleOf(field, reading)).filter((title) => title !== undefined);
  return [...new Set(titles)];
}
