import type { FieldError } from '../../errors.ts';
import type { Question } from '../questions/question.ts';
import { isAnswered, ownValue, stepIds, type AnswerKey, type Answers, type StepId } from '../answers.ts';
import { applies } from './applies.ts';
import { currentDefinition, stepOf, steps } from '../definition.ts';
import { stepProblems, type ValidationContext } from './validate.ts';

/** Audience of the steps. Customers of a care provider do not see the steps marked as hidden (QGEN-04). */
export type Audience = { providerCustomer: boolean };

/** Returns the steps that this person sees, in order (QGEN-02, QGEN-04). */
export function visibleSteps(audience: Audience): StepId[] {
  return steps
    .filter((step) => !(audience.providerCustomer && step.hideForProviderCustomers))
    .map((step) => step.id);
}

/** Returns the number of a step among the visible ones, counted from 1, and their total; undefined for a hidden step. */
export function stepNumber(step: StepId, audience: Audience): { n: number; total: number } | undefined {
  const visible = visibleSteps(audience);
  const index = visible.indexOf(step);
  return index < 0 ? undefined : { n: index + 1, total: visible.length };
}

/** Returns the visible step before or after a step, or undefined at either end. */
export function neighbourStep(step: StepId, audience: Audience, direction: 1 | -1): StepId | undefined {
  const visible = new Set(visibleSteps(audience));
  for (let at = stepIds.indexOf(step) + direction; at >= 0 && at < stepIds.length; at += direction) {
    const found = stepIds[at];
    if (found && visible.has(found)) return found;
  }
  return undefined;
}

const completionFields = [
  { step: 'step1', field: 'firstName' },
  { step: 'step2', field: 'dob' },
  { step: 'step3', field: 'minimumQolList' },
  { step: 'step4', field: 'cannotHear' },
  { step: 'step5', field: 'cprStopBreathing' },
  { step: 'step6b', field: 'palliativeCare' },
] as const satisfies { step: StepId; field: AnswerKey }[];

/** A step that the incomplete-steps panel lists, with its checked field; its text is `incomplete.item.<field>`. */
export type MissingStep = (typeof completionFields)[number];

/** Returns the steps whose checked field has no answer yet, in order (QINC-03). */
export function missingSteps(answers: Answers): MissingStep[] {
  return completionFields.filter(({ field }) => !isAnswered(answers, field));
}

/** Returns the required questions of a step that apply now and have no answer yet, in order. */
export function missingAnswers(step: StepId, answers: Answers, definition = currentDefinition): Question[] {
  return stepOf(step, definition).questions.filter(
    (question) =>
      question.required !== undefined && applies(question, answers) && !isAnswered(answers, question.key),
  );
}

/**
 * Returns the errors in the given answers of a step: its errors without those of missing answers. If there are none, the rest of
 * the step may be left for now (D-36).
 */
export function wrongAnswers(
  step: StepId,
  answers: Answers,
  context: ValidationContext,
  definition = currentDefinition,
): FieldError[] {
  const missing = missingAnswers(step, answers, definition);
  // A missing text is blank, whatever other error its kind reports for blanks.
  const isMissing = ({ field, message }: FieldError) =>
    missing.some(
      ({ key, required }) =>
        key === field && (required === message || typeof ownValue(answers, key) === 'string'),
    );
  return stepProblems(step, answers, context, definition).filter((problem) => !isMissing(problem));
}

export type StepProgress = { answered: number; total: number; status: 'done' | 'partly' | 'notStarted' };

/**
 * Returns the progress of a step: `answered` and `total` count the questions that apply now (for step4, 'n of 16'). A step of
 * optional questions is done with its first answer. A step without questions is always 'notStarted', 0 of 0.
 */
export function stepProgress(step: StepId, answers: Answers, definition = currentDefinition): StepProgress {
  const asked = stepOf(step, definition).questions.filter((question) => applies(question, answers));
  const answered = asked.filter((question) => isAnswered(answers, question.key));
  const started = answered.length > 0;
  const isOpen = missingAnswers(step, answers, definition).length > 0;
  const status = !started ? 'notStarted' : isOpen ? 'partly' : 'done';
  return { answered: answered.length, total: asked.length, status };
}

/**
 * Returns the step at which the questionnaire opens: the first visible step with a required answer missing, and step9 otherwise
 * (GAP-37).
 */
export function firstOpenStep(answers: Answers, audience: Audience): StepId {
  return visibleSteps(audience).find((step) => missingAnswers(step, answers).length > 0) ?? 'step9';
}

/**
 * Whether the page to sign may come right after this step: it is the last one that requires an answer, and no step before it lacks
 * one. The steps between are up to the person.
 */
export function maySignAfter(step: StepId, answers: Answers, audience: Audience): boolean {
  const before = visibleSteps(audience);
  before.splice(before.indexOf('step9'));
  const requires = (id: StepId) => stepOf(id).questions.some(({ required }) => required !== undefined);
  const isLast = requires(step) && !before.slice(before.indexOf(step) + 1).some(requires);
  const earlier = before.slice(0, before.indexOf(step));
  return isLast && earlier.every((id) => missingAnswers(id, answers).length === 0);
}

/** A place in the questionnaire: a step, and the question to begin at, if it is not the top of the step. */
export type Place = { step: StepId; question?: AnswerKey };

/**
 * Returns the place where a person begins in a step: at its first question without an answer, if the step was started (D-36). A
 * step without answers begins at its top, with the text before the questions; so does a complete one, and the page to sign.
 */
export function placeInStep(step: StepId, answers: Answers): Place {
  const [first] = missingAnswers(step, answers);
  const begun = stepProgress(step, answers).answered > 0;
  return begun && first && step !== 'step9' ? { step, question: first.key } : { step };
}

/** Returns the place where a person continues: the first question that still needs an answer (D-36, GAP-37). */
export function placeToCarryOn(answers: Answers, audience: Audience): Place {
  return placeInStep(firstOpenStep(answers, audience), answers);
}

/** Returns the errors that prevent a plan from being complete: those of every step, in order, step9 included. */
export function completionProblems(
  answers: Answers,
  context: ValidationContext,
  definition = currentDefinition,
): (FieldError & { step: StepId })[] {
  return stepIds.flatMap((step) =>
    stepProblems(step, answers, context, definition).map((problem) => ({ ...problem, step })),
  );
}

/** Whether a plan may become complete: every required answer is given and every step is valid. */
export function canComplete(answers: Answers, context: ValidationContext): boolean {
  return completionProblems(answers, context).length === 0;
}
