import type { AnswerKey, Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import {
  completionProblems,
  firstOpenStep,
  missingAnswers,
  missingSteps,
  placeInStep,
  stepProgress,
  visibleSteps,
  type Audience,
} from '../../../domain/questionnaire/answering/completeness.ts';
import type { ValidationContext } from '../../../domain/questionnaire/answering/validate.ts';
import { editStepOf } from './edit-mode.ts';

/** A step in the list of steps. `reached` steps can be opened. */
export type ListedStep = {
  id: StepId;
  n: number;
  status: 'done' | 'skipped' | 'partly' | 'notStarted';
  reached: boolean;
  answered: number;
  total: number;
  /** Start of a link to the step: its first question without an answer, once it was started. */
  question?: AnswerKey | undefined;
  /** In edit mode, the edit step in a link to the step. */
  editStep?: StepId | undefined;
};

/** Returns the steps that have a number: the page after signing belongs to the last of them. */
export function numberedSteps(audience: Audience): StepId[] {
  return visibleSteps(audience).filter((step) => step !== 'step9b');
}

type Position = {
  answers: Answers;
  audience: Audience;
  complete: boolean;
  /** Steps that the person skipped: those that need no answer, and those whose rest was left for now. */
  passed: readonly StepId[];
  current?: StepId | undefined;
};

/**
 * Returns the list of steps. A step with required answers is done with its last answer, and started if the person skipped it; the
 * others are done if they have an answer or the person skipped them. Every step up to the first open one counts as reached, and
 * so do the present one and the steps after a skipped one.
 */
export function listSteps({ answers, audience, complete, passed, current }: Position): ListedStep[] {
  const steps = numberedSteps(audience);
  const states = steps.map((id) => ({ id, ...stepProgress(id, answers) }));
  const open = firstOpenStep(answers, audience);
  const reachedSteps = [open, current, ...states.filter(({ answered }) => answered > 0).map(({ id }) => id)];
  const furthest = Math.max(
    ...reachedSteps.map((id) => (id ? steps.indexOf(id) : -1)),
    ...passed.map((id) => steps.indexOf(id) + 1),
  );
  return states.map(({ id, answered, total, status }, index) => ({
    id,
    n: index + 1,
    answered,
    total,
    status: status === 'notStarted' && (complete || passed.includes(id)) ? passedStatus(id, answers) : status,
    reached: index <= furthest,
    question: id === current ? undefined : placeInStep(id, answers).question,
  }));
}

/** Returns the same list in edit mode: its links stay in it, and the last step opens if there is an edit to confirm. */
export function inEditMode(steps: readonly ListedStep[], edited: readonly StepId[]): ListedStep[] {
  return steps.map((step) => {
    const editStep = step.id === 'step9' ? edited[0] : editStepOf(step.id);
    return { ...step, reached: editStep !== undefined, question: undefined, editStep };
  });
}

/**
 * Returns the status of a skipped step: an empty step for text is skipped; one that was left incomplete is started; a step without
 * questions is done.
 */
function passedStatus(id: StepId, answers: Answers): ListedStep['status'] {
  if (missingAnswers(id, answers).length > 0) return 'partly';
  return id === 'step7' ? 'skipped' : 'done';
}

/**
 * A step that prevents the plan from being signed. `field` is the checked field, if it is the missing one. `fields` are the
 * answers and notes to give or to correct, in order.
 */
export type OpenStep = {
  step: StepId;
  field?: AnswerKey;
  fields: AnswerKey[];
  answered: number;
  total: number;
};

/**
 * Returns the steps before the last that prevent a plan from being signed, in order (QINC-01, QINC-03): those whose checked field
 * has no answer, and those with another required answer missing or an invalid answer.
 */
export function openSteps(answers: Answers, context: ValidationContext): OpenStep[] {
  const missing = new Map<StepId, AnswerKey>(missingSteps(answers).map(({ step, field }) => [step, field]));
  const problems = completionProblems(answers, context);
  const steps = new Set([...missing.keys(), ...problems.map(({ step }) => step)]);
  steps.delete('step9');
  return visibleSteps({ providerCustomer: false })
    .filter((step) => steps.has(step))
    .map((step) => {
      const field = missing.get(step);
      const named = problems.filter((problem) => problem.step === step).map((problem) => problem.field);
      const fields = [...new Set(named)] as AnswerKey[];
      const { answered, total } = stepProgress(step, answers);
      return { step, answered, total, fields, ...(field && { field }) };
    });
}
