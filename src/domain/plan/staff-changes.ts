/** What of a plan decides which changes by staff are possible. */
export type ControlledPlan = { status: 'draft' | 'complete'; locked: boolean; external: boolean };

/** Why a change by staff is not possible: the plan is locked, or it is not in a state for it. */
export type Refusal = 'locked' | 'not-signed' | 'no-documents';

/** Whether a plan may be locked: one that is signed, or consists of papers. Taking a lock away is always possible. */
export const refusalOfLock = ({ status, external }: ControlledPlan): Refusal | null =>
  status === 'draft' && !external ? 'not-signed' : null;

/** Whether a plan may be marked as one that consists of papers: it needs one, and no lock (LOCK-03). */
export function refusalOfExternal({ locked }: ControlledPlan, documents: number): Refusal | null {
  if (locked) return 'locked';
  return documents === 0 ? 'no-documents' : null;
}

/** Whether an earlier signed state may be brought back: over a signed state alone, which is kept (LOCK-01). */
export function refusalOfRollback({ status, locked }: ControlledPlan): Refusal | null {
  if (locked) return 'locked';
  return status === 'draft' ? 'not-signed' : null;
}

/** Whether a plan loses its external mark because its last document was removed (LOCK-04, D-60). */
export const losesMarkWithout = ({ external }: ControlledPlan, documentsLeft: number): boolean =>
  external && documentsLeft === 0;
