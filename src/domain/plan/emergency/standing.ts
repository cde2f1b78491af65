import type { IsoDate } from '../../fields.ts';

type Standing = { status: 'draft' | 'complete'; external: boolean };

/** What staff read of a plan in an emergency: signed answers, only papers, or neither (D-60, D-61). */
export type PlanStanding = 'signed' | 'papers' | 'none';

/** Returns what staff read of a plan. A plan that was signed here stays signed beside papers (D-60). */
export function standingOf(plan: Standing | null): PlanStanding {
  if (plan?.status === 'complete') return 'signed';
  return plan?.external ? 'papers' : 'none';
}

/** Whether a plan consists of its papers only: it is marked external and was not signed here. */
export const isOnlyPapers = (plan: Standing): boolean => standingOf(plan) === 'papers';

/** Returns which is newer, the newest paper or the signed plan. Both are dates in Melbourne (D-60). */
export function ageOfPapers(paper: IsoDate, plan: IsoDate): 'newer' | 'older' | 'sameDay' {
  if (paper === plan) return 'sameDay';
  return paper > plan ? 'newer' : 'older';
}
