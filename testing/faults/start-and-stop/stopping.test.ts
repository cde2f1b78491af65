import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { freePort } from '../../processes/free-port.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

let database: TestDatabase;
let server: ServerProcess | undefined;

const start = async (drainSeconds: number) => {
  server = await startServer({
    APP_ENV: 'test',
    DATABASE_URL: database.url,
    WATTLE_KEYS: `test:${key}`,
    PORT: String(await freePort()),
    DRAIN_SECONDS: String(drainSeconds),
  });
  return server;
};
const key = randomBytes(32).toString('base64');

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => server?.kill());
afterAll(() => database.drop());

describe('a server that gets a signal to stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'stops being ready but continues to serve, ends by itself, and ends at once after a second signal: %s [R-15]',
    async (signal) => {
      const draining = await start(300);
      const { child, url } = draining;
      child.kill(signal);
      const ready = () => fetch(`${url}/readyz`);
      await expect.poll(async () => (await ready()).status).toBe(503);
      expect(await (await ready()).json()).toEqual({ ok: false, reason: 'draining' });
      const served = await fetch(`${url}/acp-login/none`);
      expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
      expect(await draining.stop()).toBe(128 + 15);

      const short = await start(1);
      short.child.kill(signal);
      expect(await short.gone).toBe(0);
    },
    60_000,
  );
});
