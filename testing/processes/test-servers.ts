import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterEach } from 'vitest';

/** Provides a test file with servers on this machine, which are closed after the test that started them. */
export function testServers() {
  const open: Server[] = [];
  afterEach(async () => {
    for (const server of open.splice(0))
      await new Promise<void>((done) => {
        server.close(() => done());
      });
  });
  return {
    /** Starts a server on a free port. Returns the port. */
    async portOf(server: Server): Promise<number> {
      open.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
  };
}
