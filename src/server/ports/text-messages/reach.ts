import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

/**
 * Connects to a text message gateway and checks its certificate, without sending a message: each one costs money.
 * @throws the error of the connection
 */
export async function reachGateway(smsUrl: string, signal: AbortSignal): Promise<void> {
  const { protocol, hostname, port } = new URL(smsUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = protocol === 'https:';
  const to = {
    host,
    port: Number(port || (isTls ? 443 : 80)),
    ...(isIP(host) === 0 && { servername: host }),
  };
  const socket = isTls ? connectTls(to) : connectPlain(to);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
  } finally {
    socket.destroy();
  }
}
