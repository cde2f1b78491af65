import type { CareFailure } from '../../../ports/residential-care/port.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import type { Work } from '../../../pipeline/work.ts';
import { recordOutcome } from '../connection/connected.ts';
import type { Attempt } from './send-plan.ts';
import { endLease, recordFailure, recordSent, recordWithdrawn } from './sending-store.ts';

/** A call of the system about a plan. */
type CallAttempt = Extract<Attempt, { did: 'call' }>;

/** Failures after which the system may have the plan, although its response did not confirm it. */
const leavesUnsure = (failure: CareFailure) => failure === 'unreachable' || failure === 'unexpected';

/**
 * Records the outcome of a call on the link and on the connection, and adds it to the audit row of the customer. A plan that was
 * sent is also in the customer's recent activities, because they are not notified.
 */
export async function recordAttempt(
  { actor, tx, now, auditDetails }: Pick<Work<unknown>, 'actor' | 'tx' | 'now' | 'auditDetails'>,
  { sending, step, lease, connection, failure }: CallAttempt,
): Promise<void> {
  const { linkId, userId, plan } = sending;
  auditDetails({ link_id: linkId, step, plan_version: plan?.planVersion ?? null, failure }, userId);
  if (failure !== null) {
    await recordFailure(tx, linkId, failure, now);
    await endLease(tx, linkId, lease, lease.isUnsure || leavesUnsure(failure));
  } else if (step === 'send' && plan) {
    await recordSent(tx, linkId, { lease, version: plan.planVersion, now });
    const actorId = actor.kind === 'person' ? actor.userId : null;
    await recordActivity(tx, { template: 'integrationPlanSent', userId, actorId, at: now }, {});
  } else await recordWithdrawn(tx, linkId, lease, now);
  // The other failures may be about this document only.
  if (failure === null || failure === 'credentials' || failure === 'unreachable')
    await recordOutcome(tx, connection, failure ?? 'accepted', now);
}
