import type { OutgoingProblem } from '../integrations/outgoing-problem.ts';

/** Object that a notice refers to: a signed version, or the person. Without a signed version it is always the person. */
type Named = 'version' | 'person';

/**
 * Kinds of changes to a plan or a resident about which a clinical system is notified. `papers`: a paper was added, replaced, deleted, set
 * aside
 * or used again. `removed`: staff removed the resident, who is deleted after thirty days. `returned`: taken back from the archive or from
 * removal. `moved`: to another house that the same system reads.
 */
const namedBy = {
  signed: 'version',
  changed: 'version',
  restored: 'version',
  locked: 'version',
  unlocked: 'version',
  withdrawn: 'version',
  external: 'version',
  'not-external': 'version',
  papers: 'version',
  archived: 'person',
  removed: 'person',
  returned: 'person',
  moved: 'person',
  'moved-in': 'version',
  'moved-away': 'person',
} as const satisfies Record<string, Named>;

export type PlanChange = keyof typeof namedBy;

export const planChanges = Object.keys(namedBy) as [PlanChange, ...PlanChange[]];

/** Whether a notice names the version in force, and not only the person. */
export const namesVersion = (change: PlanChange): boolean => namedBy[change] === 'version';

/** Changes that are announced of a person without a signed plan and without papers too, because there was a paper before. */
const leavesNothing: readonly PlanChange[] = ['papers', 'external', 'not-external'];

/** Whether a change is announced of a person who has nothing that a clinical system could fetch. */
export const isAnnouncedWithoutPlan = (change: PlanChange): boolean => leavesNothing.includes(change);

/** State of a notice. `left`: it was not sent, because the webhook was no longer there or the resident was moved. */
export type NoticeState = 'waiting' | 'delivered' | 'failed' | 'left';

/** Why a notice was not delivered: a problem of the request, or the status of the response. */
export type NoticeFailure = OutgoingProblem | `status-${number}`;

/** Minutes after which a notice that was not delivered is sent again; after the last one it has failed. */
const retryMinutes = [1, 5, 15, 60, 240] as const;

/** Returns the time of the next try of a notice after this number of failures; null if it has failed permanently. */
export function nextNotice(failures: number, now: Date): Date | null {
  const minutes = retryMinutes[failures - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** Time after which a webhook that only fails is stopped, in milliseconds: three days. */
const stoppedAfterMs = 3 * 24 * 60 * 60_000;

/** Whether a webhook that has failed since an instant is stopped now. */
export const isStoppedBy = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= stoppedAfterMs;

/** State of a webhook: it works or was not used yet, its last notice was not delivered, or it failed for days and nothing is sent. */
export type WebhookState = 'active' | 'failing' | 'stopped';

/** Returns the state of a webhook. */
export function webhookStateOf({
  failing_since,
  stopped_at,
}: {
  failing_since: Date | null;
  stopped_at: Date | null;
}): WebhookState {
  if (stopped_at !== null) return 'stopped';
  return failing_since === null ? 'active' : 'failing';
}

/** Number of notices that the integrations page shows, the newest first. */
export const shownNotices = 10;

/** How long the previous secret of a webhook also signs after a new one was made, in milliseconds: seven days. */
const oldSecretMs = 7 * 24 * 60 * 60_000;

/** Returns when the previous secret ends if a new one is made now. */
export const oldSecretEnds = (now: Date): Date => new Date(now.getTime() + oldSecretMs);
