import { mergeAnswers } from '../../../domain/plan/lifecycle.ts';
import {
  ownValue,
  type AnswerKey,
  type Answers,
  type StepId,
} from '../../../domain/questionnaire/answers.ts';
import { currentDefinition, stepOf } from '../../../domain/questionnaire/definition.ts';
import type { Question } from '../../../domain/questionnaire/questions/question.ts';
import { emptyValue } from '../../../domain/questionnaire/questions/kinds.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';

export type Value = string | string[];

/** Values of the fields of one step, by answer key. An empty text or list means "not answered". */
export type StepValues = Record<string, Value>;

/** Changes in a save: a value replaces the answer, null removes it. */
export type Changes = Record<string, Value | null>;

/** One step, or several whose answers are on one page and saved together. */
export type Steps = StepId | readonly StepId[];

/** Returns the questions of the steps, in order. */
export function questionsOf(steps: Steps, definition = currentDefinition): readonly Question[] {
  return [steps].flat().flatMap((step: StepId) => stepOf(step, definition).questions);
}

const keysOf = (question: Question): AnswerKey[] =>
  question.note ? [question.key, question.note] : [question.key];

/** Returns the keys of the questions of a step, including notes. */
export function stepKeys(steps: Steps, definition = currentDefinition): AnswerKey[] {
  return questionsOf(steps, definition).flatMap(keysOf);
}

/** Returns the saved answers of a step, with an empty value for each key without one. */
export function valuesOf(steps: Steps, answers: Answers, definition = currentDefinition): StepValues {
  const entries = questionsOf(steps, definition).flatMap((question) => [
    [question.key, ownValue(answers, question.key) ?? emptyValue(question.kind)] as const,
    ...(question.note ? [[question.note, ownValue(answers, question.note) ?? ''] as const] : []),
  ]);
  return Object.fromEntries(entries) as StepValues;
}

const isEmpty = (value: unknown) => value === undefined || value === null || (value as Value).length === 0;

/** Whether two values are the same answer: undefined equals empty, and the order of a list does not count. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item) => other.includes(item));
  }
  return one === other;
}

/** Returns the keys of a step whose values differ, exactly as in the fields. */
export function changedStepKeys(
  steps: Steps,
  one: StepValues | Answers,
  other: StepValues | Answers,
  definition = currentDefinition,
): AnswerKey[] {
  return stepKeys(steps, definition).filter((key) => !sameValue(ownValue(one, key), ownValue(other, key)));
}

/**
 * Returns all answers as they would be stored with these values in a step: normalised, and without answers that no longer apply.
 */
export function answersWith(saved: Answers, values: StepValues): Answers {
  return normalise(mergeAnswers(saved, values));
}

/** Returns the changed keys of a step for a save, with their normalised values; null for an answer that was removed. */
export function changesOf(steps: Steps, saved: Answers, values: StepValues): Changes {
  const next = answersWith(saved, values);
  const changed = changedStepKeys(steps, saved, next).map((key) => {
    const value = ownValue(next, key) as Value | undefined;
    return [key, isEmpty(value) ? null : (value as Value)] as const;
  });
  return Object.fromEntries(changed);
}

/** Returns the fields whose value differs from the one in `sent`. */
export function typedSince(sent: StepValues, now: StepValues): StepValues {
  return Object.fromEntries(
    Object.entries(now).filter(([key, value]) => !sameValue(value, ownValue(sent, key))),
  );
}
