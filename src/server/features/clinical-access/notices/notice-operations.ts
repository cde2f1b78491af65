import * as z from 'zod/mini';
import { nextNotice, planChanges, type NoticeFailure } from '../../../../domain/clinical/notices.ts';
import { noticeBundle } from '../../../../domain/fhir/records/subscription.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { postNotice } from '../webhooks/post-notice.ts';
import { recordDelivery, recordWebhookFailure } from '../webhooks/webhook-store.ts';
import { addNotices, findWaiting, isDuplicate, recordTry, type WaitingNotice } from './notice-store.ts';

/** The id of the job, the same for each attempt. */
export const jobId = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));

/**
 * Announces a change of a plan, of papers or of a resident to the clinical systems of the person's providers. `withdrawn` of a record that is no longer a
 * duplicate is `restored`. Called twice for an event, it adds nothing.
 */
export const queueClinicalNotices = operation({
  name: 'queueClinicalNotices',
  kind: 'write',
  input: z.strictObject({ event_id: jobId, user_id: z.uuid(), change: z.enum(planChanges) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const { event_id: eventId, user_id: userId, change: announced } = input;
    const isBack = announced === 'withdrawn' && !(await isDuplicate(tx, userId));
    const change = isBack ? 'restored' : announced;
    const added = await addNotices(tx, { eventId, userId, change, now });
    for (const notice_id of added) emit('clinical-notice.due', { notice_id });
    auditDetails({ user_id: userId, change, notices: added.length });
  },
});

type Sent = { did: 'gone' } | { did: 'left' | 'sent'; notice: WaitingNotice; failure: NoticeFailure | null };

async function send(services: Services, noticeId: string): Promise<Sent> {
  const notice = await findWaiting(services.db, noticeId);
  if (!notice) return { did: 'gone' };
  if (!notice.isWanted) return { did: 'left', notice, failure: null };
  const { webhook, userId: patientId, version, number } = notice;
  const at = notice.at.toISOString();
  const change = { number, at, patientId, version };
  const { id, address } = webhook;
  const facts = { id, address, state: 'active' as const, events: number, failure: null, setAt: at };
  const body = JSON.stringify(noticeBundle(facts, services.config.publicUrl, { at, change }));
  const posted = { address: webhook.address, noticeId, body, signedBy: webhook };
  return { did: 'sent', notice, failure: await postNotice(services, posted) };
}

/**
 * Sends a notice to a clinical system, unless the system was removed or the resident was moved meanwhile. After a failure it is sent again
 * some times; a webhook that only fails for days is stopped.
 */
export const sendClinicalNotice = operation({
  name: 'sendClinicalNotice',
  kind: 'write',
  input: z.strictObject({ notice_id: z.uuid() }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: { run: ({ input, services }) => send(services, input.notice_id) },
  async run({ input: { notice_id }, prepared: sent, tx, now, emit, auditDetails }) {
    auditDetails({ notice_id, did: sent.did });
    if (sent.did === 'gone') return;
    const { notice, failure } = sent;
    auditDetails({ webhook_id: notice.webhook.id, failure });
    if (sent.did === 'left') return void (await recordTry(tx, notice_id, { state: 'left', failure, now }));
    if (failure === null) {
      await recordDelivery(tx, notice.webhook.id, now);
      return void (await recordTry(tx, notice_id, { state: 'delivered', failure, now }));
    }
    const stoppedOf = await recordWebhookFailure(tx, notice.webhook.id, failure, now);
    if (stoppedOf !== null) emit('clinical.changed', { provider_id: stoppedOf, change: 'webhookStopped' });
    const at = nextNotice(notice.tries + 1, now);
    const isWaiting = await recordTry(tx, notice_id, { state: at ? 'waiting' : 'failed', failure, now });
    if (at && isWaiting) emit('clinical-notice.due', { notice_id, not_before: at.toISOString() });
  },
});
