import type { TextKey, TextParams, Translate } from '../i18n/texts.ts';
import { listOf, ownValue, textOf, type Answers, type TextAnswerKey } from './answers.ts';
import { optionOf, questionOf, questions } from './definition.ts';
import type { Question, SectionId } from './question.ts';
import type { Option } from './options.ts';
import { fullNameOf, type Voice } from './voice.ts';

export type { Voice };

/** One answer in words. A list has a line for each entry; free text is one line that may hold line breaks. */
export type Row = { key: string; number?: number; title: string; lines: string[]; note?: string };

export type Section = { id: SectionId; title: string; rows: Row[] };

type Reading = { t: Translate; voice: Voice };

const sectionTitles: Record<SectionId, { self: TextKey; onBehalf?: TextKey }> = {
  about: { self: 'review.section.about', onBehalf: 'onBehalf.review.section.about' },
  qualityOfLife: { self: 'review.section.qualityOfLife', onBehalf: 'onBehalf.review.section.qualityOfLife' },
  health: { self: 'review.section.health', onBehalf: 'onBehalf.review.section.health' },
  cpr: { self: 'review.section.cpr' },
  treatments: { self: 'review.section.treatments', onBehalf: 'onBehalf.review.section.treatments' },
  dying: { self: 'review.section.dying', onBehalf: 'onBehalf.review.section.dying' },
  else: { self: 'review.section.else', onBehalf: 'onBehalf.review.section.else' },
  signature: { self: 'review.section.signature', onBehalf: 'onBehalf.review.section.signature' },
};

/** Questions whose answer is told in another row, not in one of its own. */
const toldElsewhere = new Set([
  'firstName',
  'lastName',
  'helperName',
  'other_qolList',
  'other_receiveCare',
  'signatureImage',
]);

/**
 * Tells answers in words, section by section: the one source of the review page, the plan page, the PDF, the
 * emergency page and the export. Every question that applies has a row, with "not answered" where there is no
 * answer. The signature picture is not among the rows. The treatments row always gives both lists, refused
 * and not refused (D-03).
 */
export function present(answers: Answers, reading: Reading): Section[] {
  const sections = (Object.keys(sectionTitles) as SectionId[]).map((id) => ({
    id,
    title: inVoice(reading, sectionTitles[id].self, sectionTitles[id].onBehalf),
    rows: questions
      .filter((question) => question.section === id && !toldElsewhere.has(question.key))
      .map((question) => rowOf(question, answers, reading)),
  }));
  sections[0]?.rows.unshift(nameRow(answers, reading));
  return sections;
}

/** Puts a key into words in a voice: the on-behalf form where there is one, with the names filled in. */
export function inVoice(
  { t, voice }: Reading,
  self: TextKey,
  onBehalf?: TextKey,
  params: TextParams = {},
): string {
  if (voice.kind === 'self') return t(self, params);
  const { person, firstName, recorder, relation } = voice;
  return t(onBehalf ?? self, { person, firstName, recorder, relation, ...params });
}

/** The title of a question in a voice. */
export function questionTitle(question: Question, reading: Reading): string {
  return inVoice(reading, question.title, question.onBehalfTitle);
}

/** The label of an option in a voice. */
export function optionLabel(option: Option, reading: Reading): string {
  return inVoice(reading, option.label, option.onBehalfLabel);
}

/** Entries one after another with the separator of the language: "a; b" or "a；b". */
export function joined(items: readonly string[], t: Translate): string {
  const separator = t('review.listSeparator').trim();
  return items.join(separator === ';' ? '; ' : separator);
}

function nameRow(answers: Answers, { t }: Reading): Row {
  return { key: 'name', title: t('review.name'), lines: [fullNameOf(answers) || t('review.notAnswered')] };
}

function rowOf(question: Question, answers: Answers, reading: Reading): Row {
  const note = question.note ? textOf(answers, question.note) : '';
  return {
    key: question.key,
    ...(question.number !== undefined && { number: question.number }),
    title: rowTitle(question, reading),
    lines: linesOf(question, answers, reading),
    ...(note !== '' && { note }),
  };
}

/** Three titles speak to the person who is answering; a reader of the plan gets a statement instead. */
function rowTitle(question: Question, reading: Reading): string {
  switch (question.key) {
    case 'hasHelp':
      return inVoice(reading, 'review.help');
    case 'completeAll':
      return inVoice(reading, 'review.said', 'onBehalf.review.said');
    case 'confirmationAcknowledgement':
      return inVoice(reading, 'review.capacity', 'onBehalf.review.capacity');
    case 'confirmName':
      return inVoice(reading, 'review.name');
    default:
      return questionTitle(question, reading);
  }
}

function linesOf(question: Question, answers: Answers, reading: Reading): string[] {
  const { t } = reading;
  if (question.key === 'hasHelp') return helperLines(answers, reading);
  if (question.key === 'treatmentsSelected') return treatmentLines(answers, reading);
  if (question.options) {
    const value = ownValue(answers, question.key);
    const stored = Array.isArray(value) ? value : [value];
    const labels = question.options
      .filter((option) => stored.includes(option.value))
      .map((option) => otherText(question, option, answers, reading) ?? optionLabel(option, reading));
    return labels.length > 0 ? labels : [t('review.notAnswered')];
  }
  const text = textOf(answers, question.key as TextAnswerKey);
  return [text || t(question.required ? 'review.notAnswered' : 'review.skipped')];
}

/** The line of an option "Other": with the person's own words, where there are any. */
function otherText(question: Question, option: Option, answers: Answers, { t }: Reading): string | undefined {
  const own = questions.find(({ when }) => when?.key === question.key && when.value === option.value);
  const text = own && textOf(answers, own.key as TextAnswerKey);
  return text ? t('review.otherText', { text }) : undefined;
}

function helperLines(answers: Answers, reading: Reading): string[] {
  const hasHelp = textOf(answers, 'hasHelp');
  const helper = textOf(answers, 'helperName');
  if (hasHelp === 'No') return [inVoice(reading, 'review.noHelper', 'onBehalf.review.noHelper')];
  if (hasHelp !== 'Yes') return [reading.t('review.notAnswered')];
  if (helper === '') return [reading.t('common.yes')];
  return [inVoice(reading, 'review.helper', 'onBehalf.review.helper', { helper })];
}

/**
 * Which treatments are refused and which are not, as options. Undefined while the question is not answered.
 */
export type TreatmentLists = { refused: Option[]; notRefused: Option[] } | undefined;

/**
 * Splits the treatments into refused and not refused, in the order of the list. `None of these` refuses
 * nothing; should it stand beside a refusal, which no save allows, the refusal counts.
 */
export function treatmentLists(answers: Answers): TreatmentLists {
  const question = questionOf('treatmentsSelected');
  const stored = listOf(answers, 'treatmentsSelected').filter((value) => optionOf(question, value));
  if (stored.length === 0) return undefined;
  const treatments = (question.options ?? []).filter((option) => !option.exclusive);
  const isRefused = (option: Option) => stored.includes(option.value);
  return {
    refused: treatments.filter(isRefused),
    notRefused: treatments.filter((option) => !isRefused(option)),
  };
}

function treatmentLines(answers: Answers, reading: Reading): string[] {
  const { t } = reading;
  const lists = treatmentLists(answers);
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

/**
 * One thing the person needs for life to be worth living. `label` speaks of the person as "they"; `text` is
 * their own words.
 */
export type QualityOfLifeItem = { id: string; label: TextKey; text?: string };

/**
 * The answers that staff need first, as option ids (`regardless`, `breathingMachine` ...), ready for the keys
 * of the emergency page. An id is undefined where there is no answer. While `treatmentsAnswered` is false
 * both lists are empty, and the page must say that the question is not answered rather than that nothing was
 * refused.
 */
export type EmergencyFacts = {
  cprStopBreathing: string | undefined;
  cprCatastrophic: string | undefined;
  treatmentsAnswered: boolean;
  refused: string[];
  notRefused: string[];
  treatmentsNote: string;
  minimumQualityOfLife: QualityOfLifeItem[];
  palliativeCare: string | undefined;
  terminalCondition: string | undefined;
  receiveCare: string | undefined;
  otherReceiveCare: string;
  customsAndTraditions: string;
};

/** Draws the emergency facts from answers. Reads only, and never throws on answers that are incomplete. */
export function emergencyFacts(answers: Answers): EmergencyFacts {
  const lists = treatmentLists(answers);
  const receiveCare = choiceId(answers, 'receiveCare');
  return {
    cprStopBreathing: choiceId(answers, 'cprStopBreathing'),
    cprCatastrophic: choiceId(answers, 'cprCatastrophic'),
    treatmentsAnswered: lists !== undefined,
    refused: lists?.refused.map(({ id }) => id) ?? [],
    notRefused: lists?.notRefused.map(({ id }) => id) ?? [],
    treatmentsNote: textOf(answers, 'treatmentsSelected_note'),
    minimumQualityOfLife: qualityOfLife(answers),
    palliativeCare: choiceId(answers, 'palliativeCare'),
    terminalCondition: choiceId(answers, 'terminalCondition'),
    receiveCare,
    otherReceiveCare: receiveCare === 'other' ? textOf(answers, 'other_receiveCare') : '',
    customsAndTraditions: textOf(answers, 'customsAndTraditions'),
  };
}

function choiceId(answers: Answers, key: TextAnswerKey): string | undefined {
  return optionOf(questionOf(key), textOf(answers, key))?.id;
}

function qualityOfLife(answers: Answers): QualityOfLifeItem[] {
  const chosen = listOf(answers, 'minimumQolList');
  return (questionOf('minimumQolList').options ?? [])
    .filter((option) => chosen.includes(option.value))
    .map((option) => {
      const text = option.id === 'other' ? textOf(answers, 'other_qolList') : '';
      return { id: option.id, label: option.onBehalfLabel ?? option.label, ...(text !== '' && { text }) };
    });
}
