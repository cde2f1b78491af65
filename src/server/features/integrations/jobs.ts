import type { Events } from '../../../domain/events.ts';
import { AppError } from '../../../domain/errors.ts';
import { sendingStep } from '../../../domain/integrations/sending.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { announce } from '../notifications/api.ts';
import { endLinkOfMoved } from './links/moved-operation.ts';
import { fetchPapers } from './papers/fetch-papers.ts';
import { sendLinkedPlan, withdrawLeftPlan } from './sending/plan-operations.ts';
import { findSending } from './sending/sending-store.ts';
import { findSyncResult } from './sync/result.ts';
import { runSync } from './sync/run-sync.ts';

/** Works on a sync for some seconds. */
export const workOnSync: Handler<Events['care-sync.due']> = ({ sync_id, beat }, { services }) =>
  runSync(ownContext(services), { sync_id, beat: new Date(beat) });

async function sendIfDue(
  { services }: JobContext,
  sending: Awaited<ReturnType<typeof findSending>>,
  failures: number,
) {
  if (!sending) return;
  const step = sendingStep(sending.plan, sending.there);
  if (step !== 'send' && step !== 'withdraw') return;
  const isDone = await sendLinkedPlan.call(ownContext(services), { link_id: sending.linkId, failures });
  services.eventsWaiting();
  // Another sender is at work, perhaps with the version before: the queue repeats the job.
  if (!isDone) throw new AppError('unavailable');
}

/** Sends the plan of a linked resident after it was signed, changed, rolled back or unlocked. */
export const sendChangedPlan: Handler<{ user_id: string }> = async ({ user_id }, context) =>
  sendIfDue(context, await findSending(context.services.db, { userId: user_id }), 0);

/** Sends the plan of a linked resident again after a failure. */
export const sendPlanAgain: Handler<Events['care-plan.due']> = async ({ link_id, failures }, context) =>
  sendIfDue(context, await findSending(context.services.db, { linkId: link_id }), failures);

/** Ends the link of a customer who was moved away from the provider that linked them, when the move can no longer be undone. */
export const endLinkAfterMove: Handler<Events['customer.moved']> = async (
  { user_id, staff_id },
  { services },
) => {
  await endLinkOfMoved.call(ownContext(services), { user_id, staff_id });
};

/** Marks the document of a deleted customer as withdrawn. */
export const withdrawDeleted: Handler<Events['care-plan.left']> = async (
  { integration_id, resident_id, document_id, failures },
  { services },
) => {
  const left = { integration_id, resident_id, document_id, failures };
  await withdrawLeftPlan.call(ownContext(services), left);
};

/** Fetches papers of linked residents for some seconds. */
export const workOnPapers: Handler<Events['care-papers.due']> = ({ integration_id, after }, { services }) =>
  fetchPapers(ownContext(services), { integrationId: integration_id, after: after ?? null });

/** Notifies the staff member who began a sync that it is done. */
export const announceSyncResult: Handler<Events['care-sync.finished']> = async (
  { sync_id },
  { services: { db }, jobId, at },
) => {
  const result = await findSyncResult(db, sync_id);
  if (!result) return;
  const { startedBy: userId, provider_id, done, total, failed } = result;
  const metadata = { sync_id, provider_id, count: done, total, failed };
  await announce(db, { eventId: jobId, template: 'CARE_SYNC_DONE', metadata, userId, at }, [userId]);
};
