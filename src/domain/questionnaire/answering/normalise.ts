import { plainDigits } from '../../typed-text/digits.ts';
import { ownValue, type Answers } from '../answers.ts';
import { applies } from './applies.ts';
import { currentDefinition } from '../definition.ts';
import type { Question } from '../questions/question.ts';
import { kinds } from '../questions/kinds.ts';

/**
 * Converts the whole set of answers (not one step of it) to the form in which it is stored. Clears answers that no longer apply:
 * helperName unless hasHelp is Yes, other_qolList unless Other is ticked, other_receiveCare unless the choice is Other
 * (QSTEP1-08, 1-09, 3-05, 6B-10). Trims texts, writes line breaks as one character, writes dates and postcodes in plain digits,
 * composes letters (Unicode NFC; not in a text with an extreme number of accents), drops repeated list entries, and puts lists
 * into the order of the options. Empty values stay: an erased answer must overwrite the stored one. Returns a new object and does
 * not change its input. A second call changes nothing more.
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

/** More accents over one letter than any script has. Sorting them takes time quadratic in their number. */
const heapOfAccents = /\p{M}{31}/u;

/** Texts that are already composed and spaced, as most are. */
const plainLine = /^(?:[\x21-\x7e]| (?! ))*$/;

function tidyText(text: string, manyLines: boolean): string {
  if (plainLine.test(text)) return text.trim();
  const composed = heapOfAccents.test(text) ? text : text.normalize('NFC');
  const spaced = manyLines
    ? composed.replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    : composed.replace(/\p{Zs}+/gu, ' ');
  return spaced.trim();
}
