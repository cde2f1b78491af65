import type { PlainTextKey, TextKey, VoicedTextKey } from '../../i18n/texts.ts';
import { plainForms } from './on-behalf/plain-forms.ts';
import { inVoice, questionTitle, type Reading, type VoicedParams } from './present.ts';
import type { Question } from '../questions/question.ts';
import type { Voice } from './voice.ts';

/**
 * Texts of the questionnaire's pages that ask the writer about the person's own values, each with its replacement for a writer on
 * behalf. The words of questions and answers have theirs in the definition.
 */
const onBehalfForms: Partial<Record<PlainTextKey, VoicedTextKey>> = {
  'intro.title': 'onBehalf.intro.title',
  'intro.what': 'onBehalf.intro.what',
  'intro.help': 'onBehalf.intro.help',
  'intro.talk': 'onBehalf.intro.talk',
  'step1.name': 'onBehalf.step1.name',
  'step1.title': 'onBehalf.step1.name',
  'step1.hint': 'onBehalf.step1.hint',
  'step1.why': 'onBehalf.step1.why',
  'step2.name': 'onBehalf.step2.name',
  'step2.title': 'onBehalf.step2.name',
  'step2.hint': 'onBehalf.step2.hint',
  'step2.why': 'onBehalf.step2.why',
  'step4.name': 'onBehalf.review.section.health',
  'step4.title': 'onBehalf.review.section.health',
  'step6b.name': 'onBehalf.review.section.dying',
  'step6b.title': 'onBehalf.review.section.dying',
  'step9.hint': 'onBehalf.step9.hint',
  'step9.sign.title': 'onBehalf.step9.sign.title',
  'confirmationAcknowledgement.hint': 'onBehalf.confirmationAcknowledgement.hint',
  'firstName.label': 'onBehalf.firstName.label',
  'firstName.hint': 'onBehalf.firstName.hint',
  'firstName.error.required': 'onBehalf.firstName.error.required',
  'firstName.error.letters': 'onBehalf.firstName.error.letters',
  'lastName.label': 'onBehalf.lastName.label',
  'lastName.hint': 'onBehalf.lastName.hint',
  'lastName.error.required': 'onBehalf.lastName.error.required',
  'lastName.error.noDigits': 'onBehalf.lastName.error.noDigits',
  'hasHelp.title': 'onBehalf.hasHelp.title',
  'hasHelp.hint': 'onBehalf.hasHelp.hint',
  'hasHelp.why': 'onBehalf.hasHelp.why',
  'hasHelp.error.required': 'onBehalf.hasHelp.error.required',
  'helperName.label': 'onBehalf.helperName.label',
  'helperName.hint': 'onBehalf.helperName.hint',
  'helperName.error.required': 'onBehalf.helperName.error.required',
  'dob.label': 'onBehalf.dob.label',
  'dob.error.required': 'onBehalf.dob.error.required',
  'dob.error.format': 'onBehalf.dob.error.format',
  'dob.error.future': 'onBehalf.dob.error.future',
  'dob.error.tooEarly': 'onBehalf.dob.error.tooEarly',
  'gender.label': 'onBehalf.gender.label',
  'gender.hint': 'onBehalf.gender.hint',
  'postcode.label': 'onBehalf.postcode.label',
  'postcode.hint': 'onBehalf.postcode.hint',
  'postcode.error.required': 'onBehalf.postcode.error.required',
  'postcode.error.digits': 'onBehalf.postcode.error.digits',
  'postcode.error.length': 'onBehalf.postcode.error.length',
  'cpr.explain.regardless.means': 'onBehalf.cpr.explain.regardless.means',
  'cpr.explain.onlyIfMinimum.means': 'onBehalf.cpr.explain.onlyIfMinimum.means',
  'cpr.explain.doNotWant.means': 'onBehalf.cpr.explain.doNotWant.means',
  'incomplete.item.firstName': 'onBehalf.incomplete.item.firstName',
  'incomplete.item.dob': 'onBehalf.incomplete.item.dob',
  'incomplete.item.cannotHear': 'onBehalf.incomplete.item.cannotHear',
  'incomplete.item.palliativeCare': 'onBehalf.incomplete.item.palliativeCare',
  'cprStopBreathing.hint': 'onBehalf.cprStopBreathing.hint',
  'review.section.treatments': 'onBehalf.review.section.treatments',
};

const onBehalfOf = (key: TextKey): VoicedTextKey | undefined =>
  onBehalfForms[key as PlainTextKey] ?? plainForms[key as PlainTextKey];

/** Returns the key of a text in a voice: messages need no names, so that they can be stored as keys. */
export function keyInVoice(key: TextKey, { kind }: Pick<Voice, 'kind'>): TextKey {
  return kind === 'onBehalf' ? (onBehalfOf(key) ?? key) : key;
}

/** Returns a text of the questionnaire's pages in a voice, with the names filled in. */
export function pageWords<Key extends TextKey>(
  reading: Reading,
  key: Key,
  ...params: VoicedParams<Key, Key>
): string {
  return inVoice(reading, key, onBehalfOf(key) as Key | undefined, ...params);
}

/** Returns a question as a page asks it: in the words of the plan, if the page has none of its own for a writer on behalf. */
export function askedAs(question: Question, reading: Reading): string {
  const { title } = question;
  return onBehalfForms[title] ? pageWords(reading, title) : questionTitle(question, reading);
}

/** Returns the sentence about the person for whom the writer writes, with the name if it is known. */
export function bannerOf(reading: Reading): string {
  const unnamed = reading.voice.kind === 'onBehalf' && reading.voice.unnamed;
  return unnamed ? reading.t('onBehalf.bannerUnnamed') : inVoice(reading, 'onBehalf.banner');
}
