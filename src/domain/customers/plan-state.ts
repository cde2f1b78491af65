/** How far a customer's plan is, as the list of customers counts it: nothing yet, begun, or with an ACP file (CTABLE-07). */
export const planProgresses = ['none', 'draft', 'complete'] as const;
export type PlanProgress = (typeof planProgresses)[number];

/** The derived status of the table; never stored (CTABLE-07, CON-14). */
export const acpStatusOf = (plan: PlanProgress): 'draft' | 'complete' =>
  plan === 'complete' ? 'complete' : 'draft';

/** What the dot beside a plan says (CTABLE-22, GAP-83). */
export const planStates = ['draft', 'incomplete', 'complete', 'locked', 'review'] as const;
export type PlanState = (typeof planStates)[number];

/**
 * Returns the state that is shown: a lock comes before a paper that waits for a check, and both before the progress of the plan.
 */
export function planStateOf(plan: PlanProgress, facts: { locked: boolean; review: boolean }): PlanState {
  if (facts.locked) return 'locked';
  if (facts.review) return 'review';
  return acpStatusOf(plan);
}

/** A state as this release knows it: another release of the server may send one that it does not know. */
export const knownPlanState = (state: string): PlanState | 'unknown' =>
  planStates.find((known) => known === state) ?? 'unknown';

/** The colour of the dot of a state (CTABLE-22): red for a state that is not known. */
export function dotOf(state: string): 'amber' | 'green' | 'grey' | 'blue' | 'red' {
  switch (state) {
    case 'draft':
    case 'incomplete':
      return 'amber';
    case 'complete':
      return 'green';
    case 'locked':
      return 'grey';
    case 'review':
      return 'blue';
    default:
      return 'red';
  }
}
