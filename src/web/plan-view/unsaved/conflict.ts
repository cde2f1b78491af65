import { mergeAnswers } from '../../../domain/plan/lifecycle.ts';
import { ownValue, type AnswerKey, type Answers } from '../../../domain/questionnaire/answers.ts';
import { currentDefinition, followUpsOf, type Definition } from '../../../domain/questionnaire/definition.ts';
import type { Question } from '../../../domain/questionnaire/questions/question.ts';
import {
  questionsOf,
  sameValue,
  stepKeys,
  valuesOf,
  type Steps,
  type StepValues,
  type Value,
} from '../steps/step-values.ts';

/** A question that was answered differently on this page and in another place. Its keys are decided together. */
export type Disagreement = { question: Question; keys: readonly AnswerKey[] };

export type Comparison = {
  /** New values of the fields: newer answers from elsewhere are merged if this page did not change them. */
  values: StepValues;
  /** Questions of these steps that the person must decide, in order. Their fields keep the values of this page. */
  disagreements: Disagreement[];
};

/** Returns the keys of a question, its note and its follow-up questions: they only make sense together. */
function keysDecidedTogether(question: Question, definition: Definition): AnswerKey[] {
  return [question, ...followUpsOf(question.key, definition)].flatMap(({ key, note }) =>
    note ? [key, note] : [key],
  );
}

/**
 * Compares steps with a newer saved state. `base` is the state that this page was opened with, `mine` the values of its fields,
 * `theirs` the newer answers, and `sent` the answers that this page may have saved without receiving a response.
 */
export function compareWithSaved(
  steps: Steps,
  {
    base,
    mine,
    theirs,
    sent = {},
  }: { base: Answers; mine: StepValues; theirs: Answers; sent?: Record<string, unknown> },
  definition = currentDefinition,
): Comparison {
  const opened = mergeAnswers(base, sent);
  const their = valuesOf(steps, theirs, definition);
  const differs = (keys: readonly AnswerKey[], one: unknown, other: unknown) =>
    keys.some((key) => !sameValue(ownValue(one, key), ownValue(other, key)));
  const units = questionsOf(steps, definition)
    .filter((question) => !question.when)
    .map((question): Disagreement => ({ question, keys: keysDecidedTogether(question, definition) }));
  const changedThere = ({ keys }: Disagreement) =>
    differs(keys, base, theirs) && differs(keys, opened, theirs);
  const disagreements = units.filter(
    (unit) => changedThere(unit) && differs(unit.keys, base, mine) && differs(unit.keys, mine, theirs),
  );
  const taken = units
    .filter((unit) => changedThere(unit) && !disagreements.includes(unit))
    .flatMap(({ keys }) => keys);
  const values = Object.fromEntries(
    stepKeys(steps, definition).map((key) => [key, (taken.includes(key) ? their[key] : mine[key]) as Value]),
  );
  return { values, disagreements };
}

/** For each decided question, by its key: the answer of this page or the saved one. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** Returns the values after the choices: the fields of every question for which the saved answer was chosen have it. */
export function applyChoices(
  steps: Steps,
  { values, disagreements }: Comparison,
  theirs: Answers,
  choices: Choices,
): StepValues {
  const their = valuesOf(steps, theirs);
  const taken = disagreements
    .filter(({ question }) => choices[question.key] === 'theirs')
    .flatMap(({ keys }) => keys);
  return { ...values, ...Object.fromEntries(taken.map((key) => [key, their[key] as Value])) };
}
