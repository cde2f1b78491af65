import { badCharacter, isTooLong } from '../../typed-text/characters.ts';
import type { FieldError } from '../../errors.ts';
import { birthDateProblem, hasDigit, isLettersAndSpaces, postcodeProblem } from '../../fields.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { isAnswered, noteKeys, ownValue, type NoteKey, type StepId } from '../answers.ts';
import { applies } from './applies.ts';
import { currentDefinition, optionOf, stepOf } from '../definition.ts';
import type { Question } from '../questions/question.ts';
import { hasShape, kinds, noteMax, signatureMaxBytes } from '../questions/kinds.ts';

/** Context of the rules besides the answers: today's date in Melbourne, as 'YYYY-MM-DD'. */
export type ValidationContext = { today: string };

const notes = new Set<string>(noteKeys);

/** Returns the parameters of a question's messages: its number, if it has one. */
function numberOf(question: Question): Pick<FieldError, 'params'> {
  return question.number === undefined ? {} : { params: { n: question.number } };
}

/**
 * Checks the answers of one step when it is saved: everything in `draftProblems`, the required answers, and the formats. [] means
 * that the step is valid. A question whose condition is false is not required and not checked further. Never throws, whatever the
 * answers are.
 */
export function stepProblems(
  step: StepId,
  answers: unknown,
  context: ValidationContext,
  definition = currentDefinition,
): FieldError[] {
  return stepOf(step, definition).questions.flatMap((question) => {
    const note = question.note ? noteProblems(answers, question.note) : [];
    return [...questionProblems(question, answers, context), ...note];
  });
}

function questionProblems(question: Question, answers: unknown, context: ValidationContext): FieldError[] {
  const shape = valueProblem(question, ownValue(answers, question.key));
  if (shape) return [shape];
  if (!applies(question, answers)) return [];
  if (!isAnswered(answers, question.key)) {
    if (!question.required) return [];
    return [{ field: question.key, message: question.required, ...numberOf(question) }];
  }
  const message = formatProblem(question, answers, context);
  return message ? [{ field: question.key, message }] : [];
}

function formatProblem(
  question: Question,
  answers: unknown,
  { today }: ValidationContext,
): TextKey | undefined {
  const text = ownValue(answers, question.key);
  if (typeof text !== 'string') return undefined;
  switch (question.kind) {
    case 'letters':
      return isLettersAndSpaces(text) ? undefined : (`${question.key}.error.letters` as TextKey);
    case 'name':
      return hasDigit(text) ? (`${question.key}.error.noDigits` as TextKey) : undefined;
    case 'birthDate': {
      const problem = birthDateProblem(text, today);
      return problem && (`${question.key}.error.${problem}` as TextKey);
    }
    case 'postcode': {
      const problem = postcodeProblem(text);
      return problem && (`${question.key}.error.${problem}` as TextKey);
    }
    default:
      return undefined;
  }
}

/**
 * Checks answers that are saved unfinished: known keys, the right types, options spelled exactly, lengths, and printable
 * characters. Nothing is required. [] means that they may be stored. Never throws, whatever the input.
 */
export function draftProblems(answers: unknown, definition = currentDefinition): FieldError[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    return [{ field: 'answers', message: 'error.general_error' }];
  }
  return Object.keys(answers).flatMap((key) => {
    if (notes.has(key)) return noteProblems(answers, key as NoteKey);
    const question = definition.questionByKey.get(key);
    if (!question) return [{ field: key, message: 'error.general_error' } satisfies FieldError];
    return valueProblem(question, ownValue(answers, key)) ?? [];
  });
}

/** Checks one value against its question, whatever the other answers are. An absent or empty value is valid. */
function valueProblem(question: Question, value: unknown): FieldError | undefined {
  const { key, kind } = question;
  if (value === undefined || value === '') return undefined;
  if (!hasShape(kind, value)) return { field: key, message: 'error.general_error' };
  if (question.options) return optionProblem(question, typeof value === 'string' ? [value] : value);
  if (typeof value !== 'string') return { field: key, message: 'error.general_error' };
  if (kind === 'signature') return signatureProblem(key, value);
  return textProblem(key, value, kinds[kind]);
}

function optionProblem(question: Question, values: string[]): FieldError | undefined {
  const chosen = values.map((value) => optionOf(question, value));
  const problem = (message: TextKey): FieldError => ({ field: question.key, message, ...numberOf(question) });
  if (chosen.includes(undefined) || new Set(values).size < values.length)
    return problem('error.general_error');
  if (values.length > 1 && chosen.some((option) => option?.exclusive)) {
    return problem(`${question.key}.error.noneWithOthers` as TextKey);
  }
  return undefined;
}

function noteProblems(answers: unknown, key: NoteKey): FieldError[] {
  const value = ownValue(answers, key);
  if (value === undefined) return [];
  if (typeof value !== 'string') return [{ field: key, message: 'error.general_error' }];
  const problem = textProblem(key, value, { max: noteMax, manyLines: true });
  return problem ? [problem] : [];
}

function textProblem(
  field: string,
  text: string,
  rules: { max: number; manyLines: boolean },
): FieldError | undefined {
  if (isTooLong(text, rules.max)) return { field, message: 'errors.tooLong', params: { max: rules.max } };
  const character = badCharacter(text, rules.manyLines);
  return character ? { field, message: 'errors.badCharacter', params: { character } } : undefined;
}

const pngPrefix = 'data:image/png;base64,';
/** The first eight bytes of every PNG file in base64 (the last character also contains bits of the next byte). */
const pngSignature = 'iVBORw0KGg';

/**
 * Returns the error of a picture: it must be a PNG as data URL, with the prefix, base64 of whole groups, the PNG signature, at
 * most 500 kB decoded.
 */
function signatureProblem(field: string, value: string): FieldError | undefined {
  const refused: FieldError = { field, message: 'error.plan.signatureSave' };
  if (!value.startsWith(pngPrefix)) return refused;
  const base64 = value.slice(pngPrefix.length);
  if ((base64.length / 4) * 3 > signatureMaxBytes + 2) {
    return { field, message: 'error.file_size_too_large', params: { limit: '500 kB' } };
  }
  const wellFormed = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  return wellFormed && base64.startsWith(pngSignature) ? undefined : refused;
}
