import {
  translateMessage,
  type NamesOf,
  type ParamsFor,
  type PlainTextKey,
  type TextKey,
  type Translate,
  type VoicedTextKey,
  type VoiceName,
} from '../../i18n/texts.ts';
import { applies } from '../answering/applies.ts';
import { ownValue, textOf, type Answers, type TextAnswerKey } from '../answers.ts';
import { currentDefinition, ownWordsOf, type Definition } from '../definition.ts';
import type { Option } from '../questions/options.ts';
import type { Question, SectionId, Wording } from '../questions/question.ts';
import { treatmentLists } from './treatments.ts';
import { fullNameOf, type Voice } from './voice.ts';

export type { Voice };

/** One answer in words. A list has a line for each entry; free text is one line that may have line breaks. */
export type Row = { key: string; number?: number; title: string; lines: string[]; note?: string };

export type Section = { id: SectionId; title: string; rows: Row[] };

/** Wording of questions and answers. Without a definition, the current one is used. */
export type Reading = { t: Translate; voice: Voice; definition?: Definition };

const sectionTitles: Record<SectionId, { self: PlainTextKey; onBehalf?: VoicedTextKey }> = {
  about: { self: 'review.section.about', onBehalf: 'onBehalf.review.section.about' },
  qualityOfLife: { self: 'review.section.qualityOfLife', onBehalf: 'onBehalf.review.section.qualityOfLife' },
  health: { self: 'review.section.health', onBehalf: 'onBehalf.review.section.health' },
  cpr: { self: 'review.section.cpr' },
  treatments: { self: 'review.section.treatments', onBehalf: 'onBehalf.review.section.treatments' },
  dying: { self: 'review.section.dying', onBehalf: 'onBehalf.review.section.dying' },
  else: { self: 'review.section.else', onBehalf: 'onBehalf.review.section.else' },
  signature: { self: 'review.section.signature', onBehalf: 'onBehalf.review.section.signature' },
};

const sectionIds = Object.keys(sectionTitles) as SectionId[];

/**
 * Puts answers into words, section by section. Every question that applies has a row, with "not answered" if there is no answer;
 * a signature picture has none. The treatments row always has both lists, refused and not refused (D-03). For a stored plan,
 * which may be signed, use `presentPlan`.
 */
export function present(answers: Answers, reading: Reading): Section[] {
  const { rowsBySection } = definitionOf(reading);
  return sectionIds.map((id) => ({
    id,
    title: inVoice(reading, sectionTitles[id].self, sectionTitles[id].onBehalf),
    rows: (rowsBySection.get(id) ?? [])
      .filter((question) => applies(question, answers))
      .map((question) => rowOf(question, answers, reading)),
  }));
}

/** A stored plan, with the data needed to put it into words. */
export type StoredPlan = {
  status: 'draft' | 'complete';
  /** Version of the definition under which the answers were saved and the plan was signed. */
  definition_version: number;
  answers: Answers;
  /** The signed words; null if `isWordedAsSigned` says that they are not needed. */
  signed_sections: readonly Section[] | null;
};

/** Whether a plan was signed under another definition, so that only the signed words have its meaning. */
export function isWordedAsSigned(
  { status, definition_version }: Pick<StoredPlan, 'status' | 'definition_version'>,
  definition = currentDefinition,
): boolean {
  return status === 'complete' && definition_version !== definition.version;
}

/**
 * Puts a stored plan into words: used by the review page, the plan page, the PDF, the emergency page, the export and comparisons.
 * The words of a plan that was signed under another definition are the signed ones, in the language and voice of that time.
 * @throws Error if the signed words are needed and missing
 */
export function presentPlan(plan: StoredPlan, reading: Reading): readonly Section[] {
  if (!isWordedAsSigned(plan, reading.definition)) return present(plan.answers, reading);
  if (!plan.signed_sections) throw new Error('The signed words of the plan are missing');
  return plan.signed_sections;
}

/** Parameters of a text with an on-behalf form: those of both forms, without the names that the voice fills in. */
export type VoicedParams<Self extends TextKey, OnBehalf extends TextKey> = ParamsFor<
  Exclude<NamesOf<Self | OnBehalf>, VoiceName>
>;

/** Puts a key into words in a voice: the on-behalf form if there is one, with the names filled in. */
export function inVoice<Self extends TextKey, OnBehalf extends TextKey = Self>(
  { t, voice }: Reading,
  self: Self,
  onBehalf?: OnBehalf,
  ...[params]: VoicedParams<Self, OnBehalf>
): string {
  if (voice.kind === 'self') return translateMessage(t, self, params);
  const { person, firstName, recorder, relation, unnamed } = voice;
  const words = translateMessage(t, onBehalf ?? self, { person, firstName, recorder, relation, ...params });
  return unnamed ? withCapitals(words, person) : words;
}

/** Words for a person replace a name, and so begin with a capital only if a sentence begins. */
function withCapitals(text: string, person: string): string {
  return text.replaceAll(person, (found, at: number) =>
    at === 0 || /[.?!] $/.test(text.slice(0, at))
      ? found.charAt(0).toLocaleUpperCase() + found.slice(1)
      : found,
  );
}

/** Returns the title of a question in a voice. */
export function questionTitle(question: Question, reading: Reading): string {
  return inVoice(reading, question.title, question.onBehalfTitle);
}

/** Returns the label of an option in a voice. */
export function optionLabel(option: Option, reading: Reading): string {
  return inVoice(reading, option.label, option.onBehalfLabel);
}

/** Joins entries with the separator of the language: "a; b" or "a；b". */
export function joined(items: readonly string[], t: Translate): string {
  const separator = t('review.listSeparator').trim();
  return items.join(separator === ';' ? '; ' : separator);
}

const definitionOf = ({ definition }: Reading): Definition => definition ?? currentDefinition;

/** Returns the row of a question, whether it applies or not. */
export function rowOf(question: Question, answers: Answers, reading: Reading): Row {
  const note = question.note ? textOf(answers, question.note) : '';
  return {
    key: question.rowKey ?? question.key,
    ...(question.number !== undefined && { number: question.number }),
    title: question.rowTitle
      ? inVoice(reading, question.rowTitle, question.onBehalfRowTitle)
      : questionTitle(question, reading),
    lines: linesOf(question, answers, reading),
    ...(note !== '' && { note }),
  };
}

/** Kind of the lines of a row: choices, the person's own text, or independent sentences. */
export type LineKind = 'chosen' | 'ownText' | 'sentences';

/** Returns the kind of the lines of the row with this key; `chosen` for rows of another definition. */
export function lineKindOf(rowKey: string, definition = currentDefinition): LineKind {
  const question = definition.questionByKey.get(rowKey);
  if (question?.wording === 'refusals') return 'sentences';
  return question?.kind === 'text' ? 'ownText' : 'chosen';
}

type ToLines = (answers: Answers, reading: Reading) => string[];

const wordings: Record<Wording, ToLines> = {
  fullName: (answers, { t }) => [fullNameOf(answers) || t('review.notAnswered')],
  refusals: refusalLines,
};

function linesOf(question: Question, answers: Answers, reading: Reading): string[] {
  if (question.wording) return wordings[question.wording](answers, reading);
  const { t } = reading;
  if (question.options) {
    const value = ownValue(answers, question.key);
    const stored = Array.isArray(value) ? value : [value];
    const lines = question.options
      .filter((option) => stored.includes(option.value))
      .map((option) => optionLine(question, option, answers, reading));
    return lines.length > 0 ? lines : [t('review.notAnswered')];
  }
  const text = textOf(answers, question.key as TextAnswerKey);
  return [text || t(question.required ? 'review.notAnswered' : 'review.skipped')];
}

/** Returns the line of a chosen option: with the person's own words, if it asks for them and there are any. */
function optionLine(question: Question, option: Option, answers: Answers, reading: Reading): string {
  const own = ownWordsOf(question.key, option, definitionOf(reading));
  const text = own ? textOf(answers, own.key as TextAnswerKey) : '';
  if (own?.ownWords && text !== '')
    return inVoice(reading, own.ownWords.line, own.ownWords.onBehalfLine, { text });
  return option.rowLabel
    ? inVoice(reading, option.rowLabel, option.onBehalfRowLabel)
    : optionLabel(option, reading);
}

function refusalLines(answers: Answers, reading: Reading): string[] {
  const { t } = reading;
  const lists = treatmentLists(answers, reading.definition);
  if (!lists) return [t('review.notAnswered')];
  const named = (list: Option[]) => ({
    list: joined(
      list.map((option) => t(option.shortLabel ?? option.label)),
      t,
    ),
  });
  const { refused, notRefused } = lists;
  return [
    refused.length > 0
      ? inVoice(reading, 'review.treatments.refused', 'onBehalf.review.treatments.refused', named(refused))
      : inVoice(reading, 'review.treatments.none', 'onBehalf.review.treatments.none'),
    notRefused.length > 0
      ? inVoice(
          reading,
          'review.treatments.notRefused',
          'onBehalf.review.treatments.notRefused',
          named(notRefused),
        )
      : inVoice(reading, 'review.treatments.allRefused', 'onBehalf.review.treatments.allRefused'),
  ];
}
