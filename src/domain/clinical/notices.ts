import type { OutgoingProblem } from '../integrations/outgoing-problem.ts';

/** What happened to a plan that a clinical system is notified of. */
export const planChanges = ['signed', 'changed', 'restored', 'locked', 'unlocked', 'withdrawn'] as const;

export type PlanChange = (typeof planChanges)[number];

/** State of a notice. `left`: it was not sent, because the webhook or the resident was no longer there. */
export type NoticeState = 'waiting' | 'delivered' | 'failed' | 'left';

/** Why a notice was not delivered: a problem of the request, or the status of the response. */
export type NoticeFailure = OutgoingProblem | `status-${number}`;

/** Minutes after which a notice that was not delivered is sent again; after the last one it has failed. */
const retryMinutes = [1, 5, 15, 60, 240] as const;

/** Returns when to send a notice again after so many failures; null if it has failed. */
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
