import { createHmac } from 'node:crypto';
import type { NoticeFailure } from '../../../../domain/clinical/notices.ts';
import type { Services } from '../../../pipeline/context.ts';
import { OutgoingError } from '../../../ports/outgoing/port.ts';
import { secretsInForce, type Secrets } from './secrets.ts';

type Signing = Pick<Services, 'secrets'>;

const keyOf = ({ secrets }: Signing, secretId: string): Buffer => secrets.sign('clinical-webhook', secretId);

/** Returns a secret in the form of Standard Webhooks. It is derived from its id, so it is not stored. */
export const secretOf = (services: Signing, secretId: string): string =>
  `whsec_${keyOf(services, secretId).toString('base64')}`;

type Posted = {
  address: string;
  noticeId: string;
  body: string;
  /** Secrets that sign the notice while they are in force. */
  signedBy: Secrets;
};

/**
 * Posts a signed notice (Standard Webhooks 1.0: headers webhook-id, webhook-timestamp, webhook-signature, with one signature for each
 * secret in force at this try). Returns why it was not delivered; null if the receiver answered with a status from 200 to 299. Its answer
 * is not used.
 */
export async function postNotice(
  { secrets, outgoing, clock }: Pick<Services, 'secrets' | 'outgoing' | 'clock'>,
  { address, noticeId, body, signedBy }: Posted,
): Promise<NoticeFailure | null> {
  const now = clock();
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const signatures = secretsInForce(signedBy, now).map((secretId) => {
    const signed = createHmac('sha256', keyOf({ secrets }, secretId));
    return `v1,${signed.update(`${noticeId}.${seconds}.${body}`, 'utf8').digest('base64')}`;
  });
  const headers = {
    'content-type': 'application/fhir+json',
    'webhook-id': noticeId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
  try {
    const { ok, status } = await outgoing(address, { method: 'POST', headers, body });
    return ok ? null : `status-${status}`;
  } catch (error) {
    if (error instanceof OutgoingError) return error.problem;
    throw error;
  }
}
