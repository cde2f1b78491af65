import type { Config } from '../../../src/server/config.ts';
import { reachGateway } from '../../../src/server/ports/text-messages/reach.ts';
import { failed } from './failure.ts';
import { right, waitMs, type Found } from './finding.ts';

/** Connects to the gateway, with its certificate checked, and sends nothing: each text message costs money. */
export async function checkTexts({ smsUrl }: Config): Promise<Found> {
  if (smsUrl === undefined) return right('none: text messages stay on the outbox page');
  const { protocol, hostname, port } = new URL(smsUrl);
  const isTls = protocol === 'https:';
  try {
    await reachGateway(smsUrl, AbortSignal.timeout(waitMs));
    const how = isTls ? 'it answers over TLS with a trusted certificate' : 'it answers on this machine';
    return right(`${how}; the token is tried with the first message`);
  } catch (error) {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    return await failed(error, isTls ? { host, port: Number(port || 443), begins: 'at-once' } : undefined);
  }
}
