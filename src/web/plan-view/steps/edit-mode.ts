import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';
import type { Plan } from '../plan.ts';

/** The steps that keep their answers in edit mode until they are confirmed (QEDIT-03). */
export const cachingSteps: readonly StepId[] = ['step3', 'step4', 'step5', 'step6b', 'step7'];

/** The steps that the hub of the edit mode leads to; those that do not keep their answers save as ever (CON-19). */
export const editableSteps: readonly StepId[] = ['step1', 'step2', ...cachingSteps, 'step8'];

/** Why nothing in a plan can be changed: it is locked, or it is signed and a staff member is in the account (D-14). */
export type Closed = 'locked' | 'staff';

/** Why a plan cannot be changed; undefined when it can. `maySign`: the person at the page may sign it. */
export function closedBy(
  { status, locked }: Pick<Plan, 'status' | 'locked'>,
  maySign: boolean,
): Closed | undefined {
  if (locked) return 'locked';
  return status === 'complete' && !maySign ? 'staff' : undefined;
}

/** Why there is no edit mode for a plan: it is not signed yet, or cannot be changed. Undefined when there is. */
export function editRefusal(
  plan: Pick<Plan, 'status' | 'locked'>,
  maySign: boolean,
): 'draft' | Closed | undefined {
  return plan.status === 'draft' ? 'draft' : closedBy(plan, maySign);
}

/** The edit step that an address names: with one, edit mode is on (QEDIT-02). */
export function editStepOf(named: unknown): StepId | undefined {
  return stepIds.find((step) => step === named && editableSteps.includes(step));
}
