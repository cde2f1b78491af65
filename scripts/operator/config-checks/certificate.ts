import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { waitMs } from './finding.ts';

/** A server that speaks TLS, and how TLS begins there: at once, after STARTTLS (RFC 3207), or after PostgreSQL's SSLRequest. */
export type TlsPeer = { host: string; port: number; begins: 'at-once' | 'smtp' | 'postgres' };

/** How TLS begins at addresses of each protocol, and their usual port. */
const protocols: Readonly<Record<string, Pick<TlsPeer, 'begins' | 'port'>>> = {
  'https:': { begins: 'at-once', port: 443 },
  'smtps:': { begins: 'at-once', port: 465 },
  'smtp:': { begins: 'smtp', port: 587 },
  'postgres:': { begins: 'postgres', port: 5_432 },
  'postgresql:': { begins: 'postgres', port: 5_432 },
};

/** The server of an address; undefined where it speaks no TLS. */
export function peerOf(url: string): TlsPeer | undefined {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocols[protocol];
  return usual && { ...usual, host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || usual.port) };
}

/** The answer to one step, and the step itself where there is one. */
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

/** The day on which the certificate of a server expires; undefined where it cannot be read. Trusts whatever it is shown and sends nothing. */
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
