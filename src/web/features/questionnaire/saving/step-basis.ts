import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import {
  answersWith,
  changedStepKeys,
  type Steps,
  type StepValues,
} from '../../../plan-view/steps/step-values.ts';
import type { Comparison } from '../../../plan-view/unsaved/conflict.ts';
import { accountLags } from './person-change.ts';
import type { SaveIntent } from './save-request.ts';

/** The plan that a save is based on, and the values of the fields. */
export type Basis = { plan: Plan; values: StepValues };

/** Two answers to the same question: `theirs` is the saved state, `intent` the save that the person started. */
export type OpenConflict = { comparison: Comparison; theirs: Plan; intent: SaveIntent };

/** A change of a signed plan that the person must see first: the state that it is based on, and the values of the fields. */
export type OpenChange = Basis & { intent: SaveIntent };

/** Callbacks with which the page shows findings and questions of a save; the same functions each time. */
export type SaveFindings = {
  conflict: (conflict: OpenConflict) => void;
  change: (change: OpenChange | undefined) => void;
  /** Time of the change in another place. ISO instant. */
  takenIn: (at: string) => void;
};

/** Whether the fields have the saved answers. */
export const isUnchanged = (steps: Steps, { plan, values }: Basis): boolean =>
  changedStepKeys(steps, plan.answers, answersWith(plan.answers, values)).length === 0;

/** Whether only the account's part of a signed plan is left to save: the plan was confirmed and saved before. */
export const isForAccount = ({ step, steps }: { step: StepId; steps: Steps }, basis: Basis): boolean =>
  basis.plan.status === 'complete' && isUnchanged(steps, basis) && accountLags(step, basis.plan);
