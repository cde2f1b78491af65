/** Progress of a customer's plan, as counted in the list of customers: none, started, or with an ACP file (CTABLE-07). */
export const planProgresses = ['none', 'draft', 'complete'] as const;
export type PlanProgress = (typeof planProgresses)[number];

/** Returns the derived status of the table, which is never stored (CTABLE-07, CON-14). */
export const acpStatusOf = (plan: PlanProgress): 'draft' | 'complete' =>
  plan === 'complete' ? 'complete' : 'draft';

/** States of the dot beside a plan (CTABLE-22, GAP-83); `none` for a plan that was not started (N-05). */
export const planStates = ['draft', 'incomplete', 'complete', 'locked', 'review', 'none'] as const;
export type PlanState = (typeof planStates)[number];

/**
 * Returns the state that is shown: a lock comes before a paper that waits for a check, and both before the progress of the plan.
 */
export function planStateOf(plan: PlanProgress, facts: { locked: boolean; review: boolean }): PlanState {
  if (facts.locked) return 'locked';
  if (facts.review) return 'review';
  return plan;
}

/** Returns a state that this release knows, or 'unknown': another release of the server may send a new one. */
export const knownPlanState = (state: string): PlanState | 'unknown' =>
  planStates.find((known) => known === state) ?? 'unknown';

/** Returns the colour of the dot of a state (CTABLE-22): red for an unknown state. */
export function dotOf(state: string): 'amber' | 'green' | 'grey' | 'blue' | 'red' {
  switch (state) {
    case 'draft':
    case 'incomplete':
    case 'none':
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
