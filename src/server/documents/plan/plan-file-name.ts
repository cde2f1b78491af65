import type { IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { safeName } from '../../../domain/files/safe-name.ts';
import { fullNameOf } from '../../../domain/questionnaire/reading/voice.ts';

/** The plan in a file: its person, version, the date of the version in Melbourne, and the language. */
export type NamedPlan = {
  firstName?: string;
  lastName?: string;
  version: number;
  date: IsoDate;
  language: Language;
};

/**
 * Returns the file name for downloads of a plan (GAP-49): the person's name, the words that My Health Record requires, the
 * version and its date, in the plan's language and in English; each version has its own. Letters of any language are kept;
 * characters with a meaning for a file system, a shell or an HTTP header are removed.
 */
export function pdfFileName(plan: NamedPlan): string {
  const { version, date, language } = plan;
  return named(language, { person: safeName(fullNameOf(plan)), version, date });
}

/** Returns the name in English, without letters that old browsers do not accept in a header. */
export const plainFileName = (plan: NamedPlan): string =>
  named('en', { person: plainNameOf(plan), version: plan.version, date: plan.date });

const plainNameOf = ({ firstName = '', lastName = '' }: NamedPlan): string =>
  [firstName, lastName]
    .map((name) => safeName(withoutAccents(name)).replace(/[^\x20-\x7E]/g, ''))
    .join(' ')
    .trim();

/**
 * Returns the name that My Health Record asks for: it begins with what the document is, in English. Letters of any language are
 * kept in the person's name.
 */
export const healthRecordFileName = (plan: NamedPlan): string =>
  asHealthRecord(safeName(fullNameOf(plan)), plan);

/** Returns the same name without letters that old browsers do not accept in a header. */
export const plainHealthRecordFileName = (plan: NamedPlan): string => asHealthRecord(plainNameOf(plan), plan);

const asHealthRecord = (person: string, { version, date }: NamedPlan): string =>
  ['Advance care plan', person, date, `version ${version}.pdf`].filter((part) => part !== '').join(' - ');

const named = (language: Language, values: { person: string; version: number; date: IsoDate }): string =>
  `${translators[language]('pdf.fileName', values).replace(/^ - /, '')}.pdf`;

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');
