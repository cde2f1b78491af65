import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';
import type { Plan } from '../plan.ts';

/** The steps that keep their answers in edit mode until they are confirmed (QEDIT-03). */
export const cachingSteps: readonly StepId[] = ['step3', 'step4', 'step5', 'step6b', 'step7'];

/** The steps that the hub of the edit mode leads to; those that do not keep their answers save as ever (CON-19). */
export const editableSteps: readonly StepId[] = ['step1', 'step2', ...cachingSteps, 'step8'];

/** Why a plan cannot be edited: it is not signed yet, it is locked, or a staff member is in the account (D-14). */
export type EditRefusal = 'draft' | 'locked' | 'staff';

/** Why there is no edit mode for a plan; undefined when there is. */
export function editRefusal(
  { status, locked }: Pick<Plan, 'status' | 'locked'>,
  acting: boolean,
): EditRefusal | undefined {
  if (status === 'draft') return 'draft';
  if (locked) return 'locked';
  return acting ? 'staff' : undefined;
}

/** The edit step that an address names: with one, edit mode is on (QEDIT-02). */
export function editStepOf(named: unknown): StepId | undefined {
  return stepIds.find((step) => step === named && editableSteps.includes(step));
}
