import { plainDigits } from '../../digits.ts';
import { ownValue, type Answers } from '../answers.ts';
import { applies } from './applies.ts';
import { currentDefinition } from '../definition.ts';
import type { Question } from '../questions/question.ts';
import { kinds } from '../questions/kinds.ts';

/**
 * Puts the whole set of answers (not one step of it) into the form in which it is stored. Clears what no
 * longer applies: helperName unless hasHelp is Yes, other_qolList unless Other is ticked, other_receiveCare
 * unless the choice is Other (QSTEP1-08, 1-09, 3-05, 6B-10). Trims texts, writes line breaks as one sign,
 * writes dates and postcodes in plain digits, composes letters (Unicode NFC; not in a text with heaps of accents), drops repeated list entries, and puts
 * lists into the order of the options. Empty values stay: an erased answer must overwrite the stored one. Gives
 * a new object and leaves its input alone. Doing it twice changes nothing more.
 */
export function normalise(answers: Answers, definition = currentDefinition): Answers {
  const entries: [string, unknown][] = [];
  for (const question of definition.questions) {
    const value = ownValue(answers, question.key);
    if (value !== undefined && applies(question, answers))
      entries.push([question.key, tidy(question, value)]);
    const note = question.note && ownValue(answers, question.note);
    if (question.note && typeof note === 'string') entries.push([question.note, tidyText(note, true)]);
  }
  return Object.fromEntries(entries);
}

function tidy(question: Question, value: unknown): unknown {
  if (Array.isArray(value)) {
    const order = question.options?.map((option) => option.value) ?? [];
    return order.filter((option) => value.includes(option));
  }
  if (typeof value !== 'string' || question.options || question.kind === 'signature') return value;
  const { manyLines, ofDigits } = kinds[question.kind];
  return tidyText(ofDigits ? plainDigits(value) : value, manyLines);
}

/** More accents over one letter than any writing has. To order them takes the square of their number in time. */
const heapOfAccents = /\p{M}{31}/u;

/** Texts that are composed and spaced as they stand, as most are. */
const plainLine = /^(?:[\x21-\x7e]| (?! ))*$/;

function tidyText(text: string, manyLines: boolean): string {
  if (plainLine.test(text)) return text.trim();
  const composed = heapOfAccents.test(text) ? text : text.normalize('NFC');
  const spaced = manyLines
    ? composed.replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    : composed.replace(/\p{Zs}+/gu, ' ');
  return spaced.trim();
}
