import type { TextKey } from '../../i18n/texts.ts';

/** Time during which archiving can be undone, in milliseconds. Later, a customer is brought back from the archive. */
export const archiveUndoMs = 10 * 60_000;

/** Returns when archiving can no longer be undone. */
export const archiveUndoEnds = (archivedAt: Date): Date => new Date(archivedAt.getTime() + archiveUndoMs);

/** The newest change of a customer's status; `actorId` is null when the account of that staff member is deleted. */
export type StatusChange = {
  template: 'archived' | 'reactivated' | 'suspended';
  actorId: string | null;
  at: Date;
};

/** Reason why archiving cannot be undone by a staff member. */
export type ArchiveUndoProblem = 'changed' | 'late';

export const archiveUndoProblemTexts = {
  changed: 'error.customer.archiveChanged',
  late: 'error.customer.archiveLate',
} as const satisfies Record<ArchiveUndoProblem, TextKey>;

/** Returns why a staff member cannot undo the archiving of a customer; null if they can. */
export function archiveUndoProblem(
  newest: StatusChange | null,
  staffId: string,
  now: Date,
): ArchiveUndoProblem | null {
  if (newest?.template !== 'archived' || newest.actorId !== staffId) return 'changed';
  return now < archiveUndoEnds(newest.at) ? null : 'late';
}
