import type { IsoDate } from '../../fields.ts';

type Standing = { status: 'draft' | 'complete'; external: boolean };

/**
 * Content that staff read in an emergency: signed answers, only papers of a plan made elsewhere, only a directive that the person added, or
 * nothing (D-60, D-61).
 */
export type PlanStanding = 'signed' | 'papers' | 'directive' | 'none';

/**
 * Returns what staff read of a plan. A plan that was signed here stays signed beside papers (D-60). `hasDirective` says whether a
 * directive that the person added is in use.
 */
export function standingOf(plan: Standing | null, hasDirective = false): PlanStanding {
  if (plan?.status === 'complete') return 'signed';
  if (plan?.external) return 'papers';
  return hasDirective ? 'directive' : 'none';
}

/** Whether contacts have the roles that only a plan gives, even before they agree (D-61). */
export const givesRoles = (standing: PlanStanding): boolean => standing === 'signed' || standing === 'papers';

/** Whether a person sees a card of their own: that of a signed plan, or of a directive alone. */
export const hasOwnCard = (standing: PlanStanding): boolean =>
  standing === 'signed' || standing === 'directive';

/** Whether a plan consists of its papers only: it is marked external and was not signed here. */
export const isOnlyPapers = (plan: Standing): boolean => standingOf(plan) === 'papers';

/** Returns which is newer, the newest paper or the signed plan. Both are dates in Melbourne (D-60). */
export function ageOfPapers(paper: IsoDate, plan: IsoDate): 'newer' | 'older' | 'sameDay' {
  if (paper === plan) return 'sameDay';
  return paper > plan ? 'newer' : 'older';
}
