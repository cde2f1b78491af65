import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { readConfig } from '../../config.ts';
import { ObjectStoreError, type ObjectStore } from '../../ports/object-store/port.ts';
import { reachMailServer } from '../../ports/mail/smtp.ts';
import { reachGateway } from '../../ports/text-messages/reach.ts';
import { clamdScan } from '../../ports/virus-scan/clamd.ts';
import { createMetrics } from '../metrics.ts';
import { watchServices, type ServiceWatch, type WatchedService } from './service-watch.ts';
import { watchedServices } from './watched-services.ts';

let database: TestDatabase;
let pool: pg.Pool;
const watches: ServiceWatch[] = [];
const servers: Server[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function watched(services: readonly WatchedService[], patienceMs = 2_000) {
  const lines: string[] = [];
  const watch = watchServices({
    services,
    log: (line, level) => lines.push(`${level ?? 'info'}: ${line}`),
    everyMs: 20,
    patienceMs,
  });
  watches.push(watch);
  return { watch, lines };
}

/** Starts a server that calls `onConnect` for each connection, and returns its port. */
async function listening(onConnect: (socket: import('node:net').Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnect(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const emptyStore: ObjectStore = { put: async () => {}, async *get() {}, delete: async () => {} };
const cleanScan = { isClean: async () => true };

const servicesOf = (
  variables: Record<string, string>,
  adapters: Partial<Parameters<typeof watchedServices>[1]> = {},
) =>
  watchedServices(readConfig({ APP_ENV: 'test', DATABASE_URL: database.url, ...variables }), {
    ...{ pool, store: emptyStore, scan: cleanScan, mayWrite: () => true },
    ...{ reachMailServer, reachGateway },
    ...adapters,
  });

describe('the watch over services', () => {
  it('logs a service that stops responding once at level error, and after how many seconds it responds again [S-86] [S-87]', async () => {
    let fault: Error | undefined;
    const { watch, lines } = watched([
      {
        name: 'mail',
        ask: async () => {
          if (fault) throw fault;
        },
      },
    ]);
    await vi.waitFor(() => expect(watch.states()).toEqual([{ name: 'mail', isUp: true }]));
    expect(lines).toEqual([]);
    fault = Object.assign(new Error('connect 10.0.0.1 mail.example'), { code: 'ECONNREFUSED' });
    await vi.waitFor(() => expect(watch.states()).toEqual([{ name: 'mail', isUp: false }]));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(lines).toEqual(['error: No answer from: mail (connection).']);
    fault = undefined;
    await vi.waitFor(() => expect(watch.states()).toEqual([{ name: 'mail', isUp: true }]));
    expect(lines[1]).toMatch(/^info: Answers again after \d+ seconds: mail\.$/);
  });

  it('does not wait for a service that hangs, and has one call to it at a time [S-86]', async () => {
    let asked = 0;
    const { watch, lines } = watched(
      [
        {
          name: 'scanner',
          ask: () => {
            asked += 1;
            return new Promise(() => {});
          },
        },
      ],
      50,
    );
    await vi.waitFor(() => expect(watch.states()).toEqual([{ name: 'scanner', isUp: false }]));
    expect(lines).toEqual(['error: No answer from: scanner (timeout).']);
    expect(asked).toBe(1);
  });

  it('remembers since when a service does not respond, its last answer and the kind of the fault [S-86]', async () => {
    let fault: Error | undefined;
    const ask = () => (fault ? Promise.reject(fault) : Promise.resolve());
    const { watch } = watched([{ name: 'mail', ask }]);
    await vi.waitFor(() => expect(watch.facts()).toMatchObject([{ name: 'mail', isUp: true, kind: null }]));
    const broke = Date.now();
    fault = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    await vi.waitFor(() => expect(watch.facts()).toMatchObject([{ isUp: false, kind: 'connection' }]));
    const [down] = watch.facts();
    expect(down!.since.getTime()).toBeGreaterThanOrEqual(broke);
    expect(down!.lastAnswer!.getTime()).toBeLessThanOrEqual(down!.since.getTime());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(watch.facts()).toEqual([down]);
    fault = undefined;
    await vi.waitFor(() => expect(watch.facts()).toMatchObject([{ isUp: true, kind: null }]));
    expect(watch.facts()[0]!.since.getTime()).toBeGreaterThan(down!.since.getTime());
  });

  it('changes a gauge although the product is not used [S-86]', async () => {
    let isAway = false;
    const { watch } = watched([
      { name: 'files', ask: () => (isAway ? Promise.reject(new Error('no')) : Promise.resolve()) },
    ]);
    const metrics = createMetrics();
    metrics.watchServices(() => watch.states());
    const line = async () =>
      (await metrics.text()).split('\n').find((each) => each.startsWith('wattle_service_up{'));
    await vi.waitFor(async () => expect(await line()).toBe('wattle_service_up{service="files"} 1'));
    isAway = true;
    await vi.waitFor(async () => expect(await line()).toBe('wattle_service_up{service="files"} 0'));
  });
});

describe('the services that are watched', () => {
  const states = async (services: readonly WatchedService[]) => {
    const { watch, lines } = watched(services);
    await vi.waitFor(() => expect(watch.states()).toHaveLength(services.length), 10_000);
    return {
      states: Object.fromEntries(watch.states().map(({ name, isUp }) => [name, isUp])),
      lines,
    };
  };

  it('are the database and the files, and outside production no stand-in [S-86]', async () => {
    const found = await states(servicesOf({}));
    expect(found.states).toEqual({ database: true, 'database-writes': true, files: true });
    expect(found.lines).toEqual([]);
  });

  it('are checked without writing an object if the database is a copy [S-81]', async () => {
    const asked: string[] = [];
    const missing = new ObjectStoreError('Missing', { code: 'missing' });
    const store: ObjectStore = {
      put: async () => void asked.push('put'),
      get: () => {
        asked.push('get');
        throw missing;
      },
      delete: async () => void asked.push('delete'),
    };
    expect((await states(servicesOf({}, { store, mayWrite: () => false }))).states).toMatchObject({
      files: true,
    });
    expect(new Set(asked)).toEqual(new Set(['get']));
  });

  it('distinguish a read-only database from an unavailable one [S-86]', async () => {
    const readOnly = new pg.Pool({
      connectionString: database.url,
      options: '-c default_transaction_read_only=on',
    });
    const away = new pg.Pool({ connectionString: database.url.replace(/:\d+\//, ':1/') });
    expect((await states(servicesOf({}, { pool: readOnly }))).states).toMatchObject({
      database: true,
      'database-writes': false,
    });
    expect((await states(servicesOf({}, { pool: away }))).states).toMatchObject({
      database: false,
      'database-writes': false,
    });
    await Promise.all([readOnly.end(), away.end()]);
  });

  it('include the scanner, the mail server, the gateway and the bucket, each with its kind of fault [S-86] [S-87]', async () => {
    const refusing: ObjectStore = {
      ...emptyStore,
      put: () => Promise.reject(new ObjectStoreError('No', { code: 'password' })),
    };
    const scanner = { host: '127.0.0.1', port: await listening((socket) => socket.destroy()) };
    const found = await states(
      servicesOf(
        {
          CLAMD_ADDRESS: `127.0.0.1:${scanner.port}`,
          SMTP_URL: 'smtp://wattle:hunter2@127.0.0.1:1',
          SMS_URL: 'http://127.0.0.1:1',
        },
        { store: refusing, scan: clamdScan(scanner) },
      ),
    );
    expect(found.states).toMatchObject({ files: false, scanner: false, mail: false, texts: false });
    expect(found.lines.toSorted()).toEqual([
      'error: No answer from: files (password).',
      expect.stringMatching(/^error: No answer from: mail \(connection\)\.$/),
      expect.stringMatching(/^error: No answer from: scanner \(connection\)\.$/),
      'error: No answer from: texts (connection).',
    ]);
  });

  it('respond if they are available, without a sign-in at the mail server [S-86]', async () => {
    const said: string[] = [];
    const port = await listening((socket) => {
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (part) => {
        said.push(part.toString().trim().split(' ')[0] ?? '');
        socket.write(part.toString().startsWith('QUIT') ? '221 Bye\r\n' : '250 mail.example\r\n');
      });
    });
    const gateway = await listening(() => {});
    const found = await states(
      servicesOf({
        SMTP_URL: `smtp://wattle:hunter2@127.0.0.1:${port}`,
        SMS_URL: `http://127.0.0.1:${gateway}`,
      }),
    );
    expect(found.states).toMatchObject({ mail: true, texts: true });
    expect(said).not.toContain('AUTH');
    expect(said[0]).toBe('EHLO');
  });
});
