import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../../src/server/config.ts';
import { failed } from './failure.ts';
import { right, waitMs, type Found } from './finding.ts';

/** Connects to the gateway, with its certificate checked, and sends nothing: each text message costs money. */
export async function checkTexts({ smsUrl }: Config): Promise<Found> {
  if (smsUrl === undefined) return right('none: text messages stay on the outbox page');
  const { protocol, hostname, port } = new URL(smsUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = protocol === 'https:';
  const to = {
    host,
    port: Number(port || (isTls ? 443 : 80)),
    ...(isIP(host) === 0 && { servername: host }),
  };
  try {
    const event = isTls ? 'secureConnect' : 'connect';
    const socket = isTls ? connectTls(to) : connectPlain(to);
    try {
      await once(socket, event, { signal: AbortSignal.timeout(waitMs) });
    } finally {
      socket.destroy();
    }
    const how = isTls ? 'it answers over TLS with a trusted certificate' : 'it answers on this machine';
    return right(`${how}; the token is tried with the first message`);
  } catch (error) {
    return await failed(error, isTls ? { host, port: to.port, begins: 'at-once' } : undefined);
  }
}
