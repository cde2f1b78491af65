import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { waitMs } from './finding.ts';

/** A TLS server, and how its TLS begins: at once, after STARTTLS (RFC 3207), or after PostgreSQL's SSLRequest. */
export type TlsPeer = { host: string; port: number; begins: 'at-once' | 'smtp' | 'postgres' };

/** How TLS begins for each protocol, and its default port. */
const protocols: Readonly<Record<string, Pick<TlsPeer, 'begins' | 'port'>>> = {
  'https:': { begins: 'at-once', port: 443 },
  'smtps:': { begins: 'at-once', port: 465 },
  'smtp:': { begins: 'smtp', port: 587 },
  'postgres:': { begins: 'postgres', port: 5_432 },
  'postgresql:': { begins: 'postgres', port: 5_432 },
};

/** Returns the TLS server of an address; undefined where it does not use TLS. */
export function peerOf(url: string): TlsPeer | undefined {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocols[protocol];
  return usual && { ...usual, host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || usual.port) };
}

/** Waits for the response to one step, and sends the step first if there is one. */
async function answerTo(socket: Socket, step?: string | Buffer): Promise<string> {
  if (step !== undefined) socket.write(step);
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(waitMs) })) as [Buffer];
  return answer.toString('latin1');
}

/** PostgreSQL's SSLRequest: its length, and the number 80877103 (postgresql.org/docs/current/protocol-message-formats.html). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function beforeTls(socket: Socket, begins: TlsPeer['begins']): Promise<void> {
  if (begins === 'smtp') {
    await answerTo(socket);
    await answerTo(socket, 'EHLO localhost\r\n');
    await answerTo(socket, 'STARTTLS\r\n');
  }
  if (begins === 'postgres') await answerTo(socket, sslRequest);
}

/** Returns the expiry date of a server's certificate; undefined if unreadable. Accepts any certificate and sends no data. */
export async function expiryOf({ host, port, begins }: TlsPeer): Promise<Date | undefined> {
  const socket = connectPlain({ host, port });
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(waitMs) });
    await beforeTls(socket, begins);
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(waitMs) });
    return new Date(secure.getPeerCertificate().valid_to);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
