export const planStates = [
  'none',
  'draft',
  'locked',
  'duplicate',
  'same',
  'old',
  'failed',
  'withdrawn',
  'waiting',
] as const;

/** Result of comparing the plan of a resident in Wattle with the plan in the residential-care system. */
export type PlanState = {
  state: (typeof planStates)[number];
  /** Version of the plan that the system has, or the signed version if the system has none yet. Null if there is neither. */
  version: number | null;
  sent_at: string | null;
  failure: string | null;
};

/** Facts about a customer's active plan and about what was sent for the link. */
export type PlanFacts = {
  plan: { status: 'draft' | 'complete' | 'locked'; version: number; isExternal: boolean } | null;
  link: {
    sentVersion: number | null;
    sentAt: Date | null;
    withdrawnAt: Date | null;
    failure: string | null;
  } | null;
  /** Whether the record is archived because another one of the person is kept: its plan is not in force (N-13). */
  isOfDuplicate: boolean;
  /** Whether a running sync still has to send it. */
  isWaiting: boolean;
};

const iso = (at: Date | null) => at?.toISOString() ?? null;

function stateOf({ plan, link, isOfDuplicate, isWaiting }: PlanFacts): PlanState['state'] {
  if (isWaiting) return 'waiting';
  // The failures `locked` and `noPlan` describe the plan of that time, which the states below do for the present one.
  const isFailed = link?.failure != null && link.failure !== 'locked' && link.failure !== 'noPlan';
  if (isFailed) return 'failed';
  if (isOfDuplicate && link?.sentVersion == null) return 'duplicate';
  if (plan?.status === 'locked') return 'locked';
  if (link?.withdrawnAt != null) return 'withdrawn';
  if (plan === null || plan.isExternal || plan.version === 0)
    return plan?.status === 'draft' ? 'draft' : 'none';
  if (plan.status === 'draft') return link?.sentVersion == null ? 'draft' : 'old';
  return link?.sentVersion === plan.version ? 'same' : 'old';
}

/** Returns the state of a plan for the list of residents and the customer's page (INTEG-05). */
export function planStateOf(facts: PlanFacts): PlanState {
  const state = stateOf(facts);
  const { plan, link } = facts;
  return {
    state,
    version: link?.sentVersion ?? (plan !== null && plan.version > 0 ? plan.version : null),
    sent_at: iso(link?.sentAt ?? null),
    failure: state === 'failed' ? (link?.failure ?? null) : null,
  };
}
