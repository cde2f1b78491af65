import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { planStateOf, type PlanState } from '../../../../domain/integrations/plan-state.ts';
import { isOnlyPapers } from '../../../../domain/plan/emergency/standing.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Work } from '../../../pipeline/work.ts';
import { recordAttempt } from '../sending/record-attempt.ts';
import { attemptSending, type Attempt } from '../sending/send-plan.ts';
import { findSending } from '../sending/sending-store.ts';
import {
  callLimit,
  changeAccess,
  connected,
  providerId,
  readAccess,
  type IntegrationSubject,
} from '../subject.ts';
import { findSyncStatus, type SyncStatus } from './status.ts';
import * as store from './sync-store.ts';

const syncActions = ['start', 'stop', 'retry'] as const;

/** @throws AppError `invalid` at `action` */
function refuseRunning(): never {
  throw new AppError('invalid', { fields: [{ field: 'action', message: 'error.integration.syncRunning' }] });
}

type Syncing = Work<{ action: (typeof syncActions)[number] }, IntegrationSubject>;

/** Begins or resumes the sync. Returns what to work on; null if there is nothing to resume. */
async function beginSync({ input, actor, tx, now }: Syncing, integrationId: string) {
  const startedBy = callerId(actor);
  if (input.action === 'start')
    return (await store.insertSync(tx, { integrationId, startedBy, now })) ?? refuseRunning();
  if (await store.isRunning(tx, integrationId)) refuseRunning();
  return store.resumeSync(tx, integrationId, startedBy);
}

/**
 * Starts a sync of all plans of linked residents, stops it, or resumes the last one with the plans that were not sent (INTEG-05).
 * Papers are fetched together with it (D-51).
 * @throws AppError `invalid` at `action` while one runs; at `provider_id` without a connection
 */
export const batchSync = operation({
  name: 'batchSync',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId, action: z.enum(syncActions) }),
  access: changeAccess,
  limit: async (asked) => (asked.input.action === 'stop' ? [] : callLimit(asked)),
  async run(work): Promise<SyncStatus> {
    const { input, subject, tx, now, emit, auditDetails } = work;
    const integrationId = connected(subject);
    auditDetails({ integration_id: integrationId, wanted: input.action });
    if (input.action === 'stop') auditDetails({ sync_id: await store.stopSync(tx, integrationId, now) });
    else {
      const due = await beginSync(work, integrationId);
      auditDetails({ sync_id: due?.sync_id ?? null });
      if (due) emit('care-sync.due', { sync_id: due.sync_id, beat: due.beat.toISOString() });
      if (input.action === 'start') emit('care-papers.due', { integration_id: integrationId });
    }
    return findSyncStatus(tx, integrationId);
  },
});

/** Returns how far the last sync is, with the plans that were not sent. */
export const getBatchSyncStatus = operation({
  name: 'getBatchSyncStatus',
  kind: 'read',
  input: z.strictObject({ provider_id: providerId }),
  access: readAccess,
  run: ({ subject, tx }) => findSyncStatus(tx, subject.integrationId),
});

/**
 * Loads the state of the plan of a link after an attempt. If the link was removed during the call, returns the state from before
 * it: an error would roll back the audit row of a plan that was sent.
 * @throws AppError `not-found` when the link was removed before the call
 */
async function planState(tx: Tx, linkId: string, attempt: Attempt): Promise<PlanState> {
  const before = 'sending' in attempt ? attempt.sending : null;
  const sending = (await findSending(tx, { linkId })) ?? before;
  if (!sending) throw new AppError('not-found');
  const { plan, link } = sending;
  return planStateOf({
    plan: plan && {
      status: plan.locked ? 'locked' : plan.status,
      version: plan.planVersion,
      isExternal: isOnlyPapers(plan),
    },
    link,
    isOfDuplicate: plan?.isOfDuplicate ?? false,
    isWaiting: false,
  });
}

/**
 * Sends the plan of one linked resident now (INTEG-05). A failure is recorded and returned with the state of the plan.
 * @throws AppError `not-found` for a resident without a link; `unavailable` while another sender works on it
 */
export const syncAcp = operation({
  name: 'syncAcp',
  kind: 'write',
  input: z.strictObject({
    provider_id: providerId,
    resident_id: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  access: changeAccess,
  limit: callLimit,
  prepare: {
    async run({ input, subject, services }): Promise<{ linkId: string; attempt: Attempt }> {
      const integrationId = connected(subject);
      const found = await findSending(services.db, { integrationId, residentId: input.resident_id });
      if (!found) throw new AppError('not-found');
      const { linkId } = found;
      return { linkId, attempt: await attemptSending(services, linkId) };
    },
  },
  async run(work): Promise<{ plan: PlanState }> {
    const { prepared, tx, auditDetails } = work;
    const { linkId, attempt } = prepared;
    auditDetails({ did: attempt.did });
    if (attempt.did === 'busy') throw new AppError('unavailable');
    if (attempt.did === 'call') await recordAttempt(work, attempt);
    return { plan: await planState(tx, linkId, attempt) };
  },
});
