import { createHmac } from 'node:crypto';
import type { NoticeFailure } from '../../../../domain/clinical/notices.ts';
import type { Services } from '../../../pipeline/context.ts';
import { OutgoingError } from '../../../ports/outgoing/port.ts';

type Signing = Pick<Services, 'secrets'>;

const keyOf = ({ secrets }: Signing, webhookId: string): Buffer =>
  secrets.sign('clinical-webhook', webhookId);

/**
 * Returns the secret of a webhook in the form of Standard Webhooks. It is derived from the webhook's id, so it is not stored; another
 * webhook has another one.
 */
export const secretOf = (services: Signing, webhookId: string): string =>
  `whsec_${keyOf(services, webhookId).toString('base64')}`;

type Posted = { webhookId: string; address: string; noticeId: string; body: string };

/**
 * Posts a signed notice (Standard Webhooks 1.0: headers webhook-id, webhook-timestamp, webhook-signature). Returns why it was not delivered;
 * null if the receiver answered with a status from 200 to 299. Its answer is not used.
 */
export async function postNotice(
  { secrets, outgoing, clock }: Pick<Services, 'secrets' | 'outgoing' | 'clock'>,
  { webhookId, address, noticeId, body }: Posted,
): Promise<NoticeFailure | null> {
  const seconds = String(Math.floor(clock().getTime() / 1_000));
  const signature = createHmac('sha256', keyOf({ secrets }, webhookId))
    .update(`${noticeId}.${seconds}.${body}`, 'utf8')
    .digest('base64');
  const headers = {
    'content-type': 'application/fhir+json',
    'webhook-id': noticeId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const { ok, status } = await outgoing(address, { method: 'POST', headers, body });
    return ok ? null : `status-${status}`;
  } catch (error) {
    if (error instanceof OutgoingError) return error.problem;
    throw error;
  }
}
