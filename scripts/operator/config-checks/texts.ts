import type { Config } from '../../../src/server/config.ts';
import { reachGateway } from '../../../src/server/ports/text-messages/reach.ts';
import { peerOf } from './certificate.ts';
import { failed } from './failure.ts';
import { right, waitMs, type Found } from './finding.ts';

/** Connects to the gateway, with its certificate checked, and sends nothing: each text message costs money. */
export async function checkTexts({ smsUrl }: Config): Promise<Found> {
  if (smsUrl === undefined) return right('none: text messages stay on the outbox page');
  try {
    await reachGateway(smsUrl, AbortSignal.timeout(waitMs));
    const isTls = smsUrl.startsWith('https:');
    const how = isTls ? 'it answers over TLS with a trusted certificate' : 'it answers on this machine';
    return right(`${how}; the token is tried with the first message`);
  } catch (error) {
    return await failed(error, peerOf(smsUrl));
  }
}
