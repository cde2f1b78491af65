import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports outside the systems' range of ephemeral ports: an ephemeral port may be taken again before the server for which it
 * was found listens.
 */
const ours = { from: 20_000, to: 32_000 };

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a port on which a server of a test can listen, also some time later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ours.from, ours.to);
    if (await isFree(port)) return port;
  }
}
