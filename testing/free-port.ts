import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports that systems give to no connection by themselves: a port out of theirs may be taken again before the server that it was
 * found for listens.
 */
const ours = { from: 20_000, to: 32_000 };

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port on which a server of a test can listen, somewhat later too. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ours.from, ours.to);
    if (await isFree(port)) return port;
  }
}
