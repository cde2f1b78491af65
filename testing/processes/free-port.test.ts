import { createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => servers.forEach((server) => server.close()));

it('the port of a test is outside the range of ephemeral ports, and stays free until its server listens', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(ports.filter((port) => port >= 32_768)).toEqual([]);
  for (const port of new Set(ports)) {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  }
});
