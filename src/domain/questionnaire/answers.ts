/** The sixteen questions about changes in health, in the order of the source (QSTEP4-02). */
export const healthKeys = [
  'cannotHear',
  'cannotSee',
  'cannotTalk',
  'mildPainMedication',
  'severePainMedication',
  'lowSleepMedication',
  'nauseaMedication',
  'cannotEat',
  'bladderControl',
  'bowelControl',
  'dependentDaily',
  'breathlessMedication',
  'noVisits',
  'conditionImpact',
  'dontRecognise',
  'ivTherapy',
] as const;

export type HealthKey = (typeof healthKeys)[number];

/**
 * Keys whose answer is one text: a choice, a name, a date as DD/MM/YYYY, free text, or a picture as data URL.
 */
export const textAnswerKeys = [
  'firstName',
  'lastName',
  'hasHelp',
  'helperName',
  'dob',
  'gender',
  'postcode',
  'other_qolList',
  ...healthKeys,
  'cprStopBreathing',
  'cprCatastrophic',
  'palliativeCare',
  'terminalCondition',
  'receiveCare',
  'other_receiveCare',
  'customsAndTraditions',
  'explanations',
  'otherCommentsOrWorries',
  'confirmationAcknowledgement',
  'confirmName',
  'signatureImage',
] as const;

export type TextAnswerKey = (typeof textAnswerKeys)[number];

const healthNoteKeys = healthKeys.map((key): `${HealthKey}_note` => `${key}_note`);

/** Keys of the notes that belong to an answer (QSTEP4-03, CON-21). */
export const noteKeys = [
  ...healthNoteKeys,
  'treatmentsSelected_note',
  'palliativeCare_note',
  'terminalCondition_note',
  'receiveCare_note',
] as const;

export type NoteKey = (typeof noteKeys)[number];

/** Keys whose answer is a list of stored option values. */
export const listAnswerKeys = ['minimumQolList', 'treatmentsSelected', 'completeAll'] as const;

export type ListAnswerKey = (typeof listAnswerKeys)[number];

export type AnswerKey = TextAnswerKey | NoteKey | ListAnswerKey;

/**
 * A person's answers so far. A missing key and an empty value both mean "not answered". Choices have the stored value exactly as
 * the source spells it, in either language (QGEN-15).
 */
export type Answers = { [Key in TextAnswerKey | NoteKey]?: string } & { [Key in ListAnswerKey]?: string[] };

/** The steps, in order (QGEN-02). */
export const stepIds = [
  'step1',
  'step2',
  'step3',
  'step4',
  'step5',
  'step6b',
  'step7',
  'step8',
  'checkout',
  'step9',
  'step9b',
] as const;

export type StepId = (typeof stepIds)[number];

/** Returns the text under a key, '' if there is none or it is not a text. Safe for any value. */
export function textOf(answers: unknown, key: TextAnswerKey | NoteKey): string {
  const value = ownValue(answers, key);
  return typeof value === 'string' ? value : '';
}

/** Returns the list under a key, [] if there is none or it is not a list. Entries that are not texts are left out. */
export function listOf(answers: unknown, key: ListAnswerKey): string[] {
  const value = ownValue(answers, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Whether there is an answer under the key: a text that is more than blanks, or a list that is not empty. */
export function isAnswered(answers: unknown, key: AnswerKey): boolean {
  const value = ownValue(answers, key);
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) && value.length > 0;
}

/** Reads an own property only, so that keys such as __proto__ never reach the prototype. */
export function ownValue(answers: unknown, key: string): unknown {
  if (typeof answers !== 'object' || answers === null || !Object.hasOwn(answers, key)) return undefined;
  return (answers as Record<string, unknown>)[key];
}
