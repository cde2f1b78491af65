import type { PlainTextKey } from '../i18n/texts.ts';

const dayMs = 24 * 60 * 60_000;

/** Time during which keeping one of two records can be undone, in days (N-13). */
export const keptUndoDays = 30;

/** Returns when keeping one of two records can no longer be undone. */
export const keptUndoEnds = (linkedAt: Date): Date => new Date(linkedAt.getTime() + keptUndoDays * dayMs);

/** Facts of the two records that decide whether it can be undone. */
export type KeptFacts = {
  linkedAt: Date;
  /** Whether the kept record is archived, or is to be deleted. */
  keptIsArchived: boolean;
  keptIsToBeRemoved: boolean;
  /** Whether both records are in one organisation. */
  inOneOrganisation: boolean;
  /** Whether the archived record is to be deleted. */
  archivedIsToBeRemoved: boolean;
};

/** Reason why keeping one of two records cannot be undone. */
export type KeptUndoProblem = 'late' | 'keptRemoved' | 'keptArchived' | 'moved' | 'archivedRemoved';

export const keptUndoProblemTexts = {
  late: 'error.duplicates.late',
  keptRemoved: 'error.duplicates.keptRemoved',
  keptArchived: 'error.duplicates.keptArchived',
  moved: 'error.duplicates.moved',
  archivedRemoved: 'error.duplicates.archivedRemoved',
} as const satisfies Record<KeptUndoProblem, PlainTextKey>;

/** Returns why keeping one of two records cannot be undone now; null if it can. */
export function keptUndoProblem(facts: KeptFacts, now: Date): KeptUndoProblem | null {
  if (facts.archivedIsToBeRemoved) return 'archivedRemoved';
  if (facts.keptIsToBeRemoved) return 'keptRemoved';
  if (facts.keptIsArchived) return 'keptArchived';
  if (!facts.inOneOrganisation) return 'moved';
  return now < keptUndoEnds(facts.linkedAt) ? null : 'late';
}
