/**
 * The plan in force as sending depends on it. `planVersion` increases with every signed state. `isOfDuplicate` is true if the record was
 * archived because another one of the person is kept.
 */
export type PlanToSend = {
  status: 'draft' | 'complete';
  planVersion: number;
  locked: boolean;
  isOfDuplicate: boolean;
};

/**
 * State of a plan in the residential-care system. `sentVersion` is the version that was sent last; null if none was sent. `isUnsure` is true
 * if the system did not answer the last call: it then has that version or the next one.
 */
export type PlanThere = { sentVersion: number | null; isWithdrawn: boolean; isUnsure: boolean };

/**
 * What to do with a linked resident's plan: send it, mark the one there as withdrawn, nothing because it is up to date, or nothing
 * because the plan is locked, not signed, or of an archived duplicate. Such plans are never sent.
 */
export type SendingStep = 'send' | 'withdraw' | 'same' | 'locked' | 'noPlan';

export function sendingStep(plan: PlanToSend | null, there: PlanThere): SendingStep {
  const isThere = there.sentVersion !== null && !there.isWithdrawn;
  if (plan?.status !== 'complete' || plan.isOfDuplicate)
    return isThere || there.isUnsure ? 'withdraw' : 'noPlan';
  if (isThere && !there.isUnsure && there.sentVersion === plan.planVersion) return 'same';
  return plan.locked ? 'locked' : 'send';
}

/** Minutes after which a plan that could not be sent is tried again; after that the nightly work sends it. */
const retryMinutes = [1, 5, 15, 60, 240] as const;

/** Returns the time of the next try after this number of failures; null to leave it to the nightly job. */
export function nextTry(failures: number, now: Date): Date | null {
  const minutes = retryMinutes[failures - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** Why a plan was not sent. */
export const sendFailures = [
  'credentials',
  'unreachable',
  'unexpected',
  'refused',
  'locked',
  'noPlan',
] as const;
