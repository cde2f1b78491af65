import type { AnswerKey, StepId } from './answers.ts';
import { kinds } from './questions/kinds.ts';
import type { Option } from './questions/options.ts';
import type { Question, SectionId, Step } from './questions/question.ts';
import { definitionVersion, steps as currentSteps } from './questions/steps.ts';

/**
 * Steps with their questions, and indexes over them. `version` increases whenever a question, option or rule changes; each stored
 * set of answers has the version.
 */
export type Definition = {
  readonly version: number;
  /** In order, with their questions in order (QGEN-02). */
  readonly steps: readonly Step[];
  /** Every question of every step, in order. */
  readonly questions: readonly Question[];
  readonly stepById: ReadonlyMap<StepId, Step>;
  readonly questionByKey: ReadonlyMap<string, Question>;
  /** Questions that have a row, by section, in order. */
  readonly rowsBySection: ReadonlyMap<SectionId, readonly Question[]>;
  /** Questions that only apply with some answer to another question, by the key of that question. */
  readonly followUpsByKey: ReadonlyMap<string, readonly Question[]>;
};

/** Builds a definition from its steps. Checks nothing: see `checkDefinition`. */
export function defineQuestions(version: number, steps: readonly Step[]): Definition {
  const questions = steps.flatMap((step) => step.questions);
  const followUps = questions.filter(({ when }) => when);
  return {
    version,
    steps,
    questions,
    stepById: new Map(steps.map((step) => [step.id, step])),
    questionByKey: new Map(questions.map((question) => [question.key, question])),
    rowsBySection: grouped(questions.filter(hasRow), ({ section }) => section),
    followUpsByKey: grouped(followUps, ({ when }) => when?.key ?? ''),
  };
}

function grouped<Key>(
  questions: readonly Question[],
  keyOf: (question: Question) => Key,
): Map<Key, readonly Question[]> {
  const groups = new Map<Key, readonly Question[]>();
  for (const question of questions)
    groups.set(keyOf(question), [...(groups.get(keyOf(question)) ?? []), question]);
  return groups;
}

/** Whether an answer has a row of its own in the plan. A picture has none, nor does an answer that is part of another row. */
export function hasRow({ kind, mergedInto, ownWords }: Question): boolean {
  return kinds[kind].inWords && !mergedInto && !ownWords;
}

/** The current definition of the product. */
export const currentDefinition: Definition = defineQuestions(definitionVersion, currentSteps);

/** Steps in order, with their questions in order (QGEN-02). */
export const { steps, questions } = currentDefinition;

/** Returns the step with that id. Throws for an id that is not a step, which is a programming error. */
export function stepOf(id: StepId, definition = currentDefinition): Step {
  const step = definition.stepById.get(id);
  if (!step) throw new Error(`No step "${id}"`);
  return step;
}

/** Returns the question with that key. Throws for a key that is not a question, which is a programming error. */
export function questionOf(key: AnswerKey, definition = currentDefinition): Question {
  const question = definition.questionByKey.get(key);
  if (!question) throw new Error(`No question "${key}"`);
  return question;
}

/** Returns the option of a question that stores `value`, or undefined. */
export function optionOf(question: Question, value: string): Option | undefined {
  return question.options?.find((option) => option.value === value);
}

const none: readonly Question[] = [];

/** Returns the questions that only apply with some answer to this one, in order. */
export function followUpsOf(key: AnswerKey, definition = currentDefinition): readonly Question[] {
  return definition.followUpsByKey.get(key) ?? none;
}

/** Returns the question for the person's own words of an option, or undefined. */
export function ownWordsOf(
  key: AnswerKey,
  option: Option,
  definition = currentDefinition,
): Question | undefined {
  return followUpsOf(key, definition).find(({ ownWords, when }) => ownWords && when?.value === option.value);
}

/** Returns the questions whose answers are in the row of this one: itself, and those merged into it. */
export function questionsInRowOf(question: Question, definition = currentDefinition): Question[] {
  return definition.questions.filter(
    ({ key, mergedInto, ownWords, when }) =>
      key === question.key || mergedInto === question.key || (ownWords && when?.key === question.key),
  );
}
