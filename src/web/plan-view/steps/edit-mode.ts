import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';
import type { Plan } from '../plan.ts';

/** Steps that keep their answers in edit mode until they are confirmed (QEDIT-03). */
export const cachingSteps: readonly StepId[] = ['step3', 'step4', 'step5', 'step6b', 'step7'];

/** Steps that the hub of the edit mode links to; those that do not keep their answers save as usual (CON-19). */
export const editableSteps: readonly StepId[] = ['step1', 'step2', ...cachingSteps, 'step8'];

/** Reason why nothing in a plan can be changed: it is locked, or it is signed and a staff member is in the account (D-14). */
export type Closed = 'locked' | 'staff';

/** Returns why a plan cannot be changed; undefined if it can. `maySign`: the person at the page may sign it. */
export function closedBy(
  { status, locked }: Pick<Plan, 'status' | 'locked'>,
  maySign: boolean,
): Closed | undefined {
  if (locked) return 'locked';
  return status === 'complete' && !maySign ? 'staff' : undefined;
}

/** Returns why a plan has no edit mode: it is not signed yet, or cannot be changed. Undefined if it has. */
export function editRefusal(
  plan: Pick<Plan, 'status' | 'locked'>,
  maySign: boolean,
): 'draft' | Closed | undefined {
  return plan.status === 'draft' ? 'draft' : closedBy(plan, maySign);
}

/** Returns the edit step in an address: with one, edit mode is on (QEDIT-02). */
export function editStepOf(named: unknown): StepId | undefined {
  return stepIds.find((step) => step === named && editableSteps.includes(step));
}
