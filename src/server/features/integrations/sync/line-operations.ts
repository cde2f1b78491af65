import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { sendFailures } from '../../../../domain/integrations/sending.ts';
import { recordAttempt } from '../sending/record-attempt.ts';
import { attemptSending, type Attempt } from '../sending/send-plan.ts';
import * as store from './sync-store.ts';

const id = z.string().check(z.uuid());

/** Outcome of a line of a sync: ended, still open because another sender is at work, or failed and still open for another try. */
export type LineOutcome = 'ended' | 'busy' | 'failed';

/** Returns how an attempt ends its line; null while it stays open. */
function endOf(attempt: Attempt): store.LineEnd | null {
  if (!('sending' in attempt)) return null;
  const version = attempt.sending.plan?.planVersion ?? null;
  if (attempt.did === 'same') return { state: 'same', failure: null, version };
  if (attempt.did !== 'call') return { state: 'failed', failure: attempt.did, version };
  const { failure, step } = attempt;
  if (failure !== null) return { state: 'failed', failure, version };
  return { state: step === 'send' ? 'sent' : 'withdrawn', failure: null, version };
}

/**
 * Sends the plan of one line of a sync and ends the line. A line whose link was removed is dropped. Unless `is_last_try`, a line
 * stays open after a failure that may be one of the whole system.
 */
export const sendSyncLine = operation({
  name: 'sendSyncLine',
  kind: 'write',
  input: z.strictObject({ sync_id: id, link_id: id, is_last_try: z.boolean() }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: { run: ({ input, services }) => attemptSending(services, input.link_id) },
  async run(work): Promise<LineOutcome> {
    const { input, prepared: attempt, tx, now, auditDetails } = work;
    const { sync_id: syncId, link_id: linkId } = input;
    auditDetails({ sync_id: syncId, link_id: linkId, did: attempt.did });
    if (attempt.did === 'busy') return 'busy';
    if (attempt.did === 'gone') {
      await store.removeLine(tx, syncId, linkId);
      return 'ended';
    }
    if (attempt.did === 'call') {
      await recordAttempt(work, attempt);
      const { failure } = attempt;
      if (failure !== null && failure !== 'refused' && !input.is_last_try) return 'failed';
    }
    const end = endOf(attempt);
    if (end) await store.endLine(tx, { syncId, linkId, now }, end);
    return 'ended';
  },
});

/** Ends a sync whose lines are all done; those still open fail with `failure`, because the system does not answer. */
export const finishCareSync = operation({
  name: 'finishCareSync',
  kind: 'write',
  input: z.strictObject({ sync_id: id, failure: z.nullable(z.enum(sendFailures)) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const { sync_id, failure } = input;
    auditDetails({ sync_id });
    if (failure !== null) await store.failOpenLines(tx, sync_id, failure, now);
    const ended = await store.finishSync(tx, sync_id, now);
    if (!ended) return false;
    auditDetails({ done: ended.done, failed: ended.failed, failure });
    emit('care-sync.finished', { user_id: ended.started_by ?? '', sync_id });
    return true;
  },
});
