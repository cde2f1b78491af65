/** Facts of a plan that decide which changes by staff are possible. */
export type ControlledPlan = { status: 'draft' | 'complete'; locked: boolean; external: boolean };

/** Reason why a change by staff is impossible: the plan is locked, or its state does not allow it. */
export type Refusal = 'locked' | 'not-signed' | 'no-documents';

/** Returns why a plan may not be locked: only a signed or external one may. Unlocking is always possible. */
export const refusalOfLock = ({ status, external }: ControlledPlan): Refusal | null =>
  status === 'draft' && !external ? 'not-signed' : null;

/** Returns why a plan may not be marked as external: it needs a paper, and no lock (LOCK-03). */
export function refusalOfExternal({ locked }: ControlledPlan, documents: number): Refusal | null {
  if (locked) return 'locked';
  return documents === 0 ? 'no-documents' : null;
}

/** Returns why an earlier signed state may not be restored: only over a signed state, which is kept (LOCK-01). */
export function refusalOfRollback({ status, locked }: ControlledPlan): Refusal | null {
  if (locked) return 'locked';
  return status === 'draft' ? 'not-signed' : null;
}

/** Whether a plan loses its external mark because its last document was removed (LOCK-04, D-60). */
export const losesMarkWithout = ({ external }: ControlledPlan, documentsLeft: number): boolean =>
  external && documentsLeft === 0;
