import type { VoicedTextKey } from '../../i18n/texts.ts';
import { listOf, textOf, type Answers, type TextAnswerKey } from '../answers.ts';
import { currentDefinition, optionOf, ownWordsOf, questionOf, type Definition } from '../definition.ts';
import type { Option } from '../questions/options.ts';
import type { Question } from '../questions/question.ts';
import { treatmentLists } from './treatments.ts';

/**
 * A need of the person for a life worth living. `label` uses "they" for the person, `short` is for a list of several; `text` is
 * their own words.
 */
export type QualityOfLifeItem = { id: string; label: VoicedTextKey; short: VoicedTextKey; text?: string };

/**
 * Answers that staff need first, as option ids (`regardless`, `breathingMachine` ...), ready for the keys of the emergency page.
 * An id is undefined if there is no answer. While `treatmentsAnswered` is false both lists are empty, and the page must say that
 * the question is not answered instead of that nothing was refused.
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

/**
 * Derives the emergency facts from answers that were given under this definition; a plan that was signed under another one only
 * has its words. Never throws for incomplete answers.
 */
export function emergencyFacts(answers: Answers, definition = currentDefinition): EmergencyFacts {
  const lists = treatmentLists(answers, definition);
  const choiceId = (key: TextAnswerKey) => optionOf(questionOf(key, definition), textOf(answers, key))?.id;
  const receiveCare = questionOf('receiveCare', definition);
  const place = optionOf(receiveCare, textOf(answers, 'receiveCare'));
  return {
    cprStopBreathing: choiceId('cprStopBreathing'),
    cprCatastrophic: choiceId('cprCatastrophic'),
    treatmentsAnswered: lists !== undefined,
    refused: lists?.refused.map(({ id }) => id) ?? [],
    notRefused: lists?.notRefused.map(({ id }) => id) ?? [],
    treatmentsNote: textOf(answers, 'treatmentsSelected_note'),
    minimumQualityOfLife: qualityOfLife(answers, definition),
    palliativeCare: choiceId('palliativeCare'),
    terminalCondition: choiceId('terminalCondition'),
    receiveCare: place?.id,
    otherReceiveCare: place ? ownText(receiveCare, place, answers, definition) : '',
    customsAndTraditions: textOf(answers, 'customsAndTraditions'),
  };
}

/** Returns the person's own words of an option; '' if it has none. */
function ownText(question: Question, option: Option, answers: Answers, definition: Definition): string {
  const own = ownWordsOf(question.key, option, definition);
  return own ? textOf(answers, own.key as TextAnswerKey) : '';
}

function qualityOfLife(answers: Answers, definition: Definition): QualityOfLifeItem[] {
  const question = questionOf('minimumQolList', definition);
  const chosen = listOf(answers, 'minimumQolList');
  return (question.options ?? [])
    .filter((option) => chosen.includes(option.value))
    .map((option) => {
      const text = ownText(question, option, answers, definition);
      const label = option.onBehalfLabel ?? option.label;
      return { id: option.id, label, short: option.shortLabel ?? label, ...(text !== '' && { text }) };
    });
}
