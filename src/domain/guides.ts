/** Subjects of the guides, outside Wattle: the national health record, and the decision about organ donation (HEALTH-02). */
export const guides = ['record', 'donor'] as const;

export type Guide = (typeof guides)[number];

/** Facts of the plan in force that a guide needs. Instants as dates or ISO texts. */
export type GuidePlan = { status: string; external: boolean; updated_at: Date | string };

/**
 * Progress of a person with a guide: the plan that it needs is not signed yet; the steps are to do; they are done; or they were
 * done and the plan was changed since (HEALTH-05).
 */
export type GuideStage = 'draft' | 'steps' | 'confirmed' | 'changed-since';

export function guideStage(
  guide: Guide,
  confirmed: Date | string | null,
  plan: GuidePlan | null | undefined,
): GuideStage {
  if (guide === 'donor') return confirmed === null ? 'steps' : 'confirmed';
  const signed = plan?.status === 'complete';
  if (confirmed === null) return signed || plan?.external ? 'steps' : 'draft';
  return signed && new Date(plan.updated_at) > new Date(confirmed) ? 'changed-since' : 'confirmed';
}

/** Whether "I have done it" changes anything: an earlier confirmation is kept, with its date. */
export const takesConfirmation = (stage: GuideStage): boolean =>
  stage === 'steps' || stage === 'changed-since';
