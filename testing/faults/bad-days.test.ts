import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchServices } from '../../src/server/process/services/service-watch.ts';
import { alertRules, anchorsOf, holds } from '../deploy/alert-rules.ts';
import { startBucket, type BucketServer } from '../stand-ins/bucket.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { freePort } from '../processes/free-port.ts';
import { startGate, type Gate } from '../processes/gate.ts';
import { newKeys } from '../new-keys.ts';
import { startScanner, type Scanner } from '../stand-ins/scanner.ts';
import { productionVariables } from '../security/product.ts';
import { startServer, StartError, type ServerProcess } from './server-process.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const certificate = (name: string) => join(root, 'testing/certificates', name);

/** Rows of the table of fifteen faults in docs/faults.md. */
const rows = [...read('docs/faults.md').matchAll(/^\| ([a-z]) \| (.+) \|$/gm)]
  .map(([, letter, cells = '']) => ({ letter, cells: cells.split(' | ') }))
  .filter(({ cells }) => cells.length === 6)
  .map(({ letter, cells: [cause = '', line = '', gauge = '', alert = '', section = '', proof = ''] }) => ({
    ...{ letter, cause, line, gauge, proof },
    alerts: [...alert.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    anchor: /#([\w-]+)\)/.exec(section)?.[1] ?? '',
  }));

describe('the table of faults that alert an operator', () => {
  it('has fifteen, each with an alert, the runbook section that the alert names, and a test file that exists [S-86]', () => {
    expect(rows.map(({ letter }) => letter).join('')).toBe('abcdefghijklmno');
    const sections = anchorsOf(read('docs/operations/runbook.md'));
    for (const { cause, line, gauge, alerts, anchor, proof } of rows) {
      const named = alerts.map((name) => alertRules.find(({ alert }) => alert === name));
      expect([cause, named.length > 0, named.includes(undefined)]).toEqual([cause, true, false]);
      expect([cause, sections]).toEqual([cause, expect.arrayContaining([anchor])]);
      const own = named.map((rule) => rule?.annotations.runbook.split('#')[1]);
      expect([cause, own]).toEqual([cause, expect.arrayContaining([anchor])]);
      expect([cause, line, gauge]).not.toContain('');
      const files = [...proof.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
      expect([cause, files.length > 0, files.filter((file) => !existsSync(join(root, file)))]).toEqual([
        ...[cause, true],
        [],
      ]);
    }
  });
});

/** Starts an SMTP server that uses TLS from the first byte, answers the greeting, and accepts no mail. */
async function startMailServer(): Promise<TlsServer> {
  const server = createTlsServer(
    { key: readFileSync(certificate('key.pem')), cert: readFileSync(certificate('valid.pem')) },
    (socket) => {
      socket.on('error', () => {});
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (part) => {
        const isEnd = part.toString().startsWith('QUIT');
        socket.write(isEnd ? '221 Bye\r\n' : '250 mail.example\r\n');
        if (isEnd) socket.end();
      });
    },
  );
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Starts a text message gateway that accepts connections and sends nothing: the health check needs no more. */
async function startGateway(): Promise<Server> {
  const server = createServer((socket: Socket) => void socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

it('a full database disk is logged as full [S-86]', async () => {
  const lines: string[] = [];
  const watch = watchServices({
    services: [
      {
        name: 'database-writes',
        ask: () => Promise.reject(Object.assign(new Error('No'), { code: '53100' })),
      },
    ],
    log: (line, level) => void lines.push(`${level}: ${line}`),
  });
  await expect.poll(() => lines).toEqual(['error: No answer from: database-writes (full).']);
  expect(watch.states()).toEqual([{ name: 'database-writes', isUp: false }]);
  watch.stop();
});

describe('a server whose services fail while it is not used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-days-'));
  let database: TestDatabase;
  let admin: pg.Client;
  let bucket: BucketServer;
  let scanner: Scanner;
  let mail: TlsServer;
  let gateway: Server;
  let gates: Record<'database' | 'files' | 'mail' | 'texts' | 'scanner', Gate>;
  let variables: Record<string, string>;
  let server: ServerProcess;

  const scrape = async () =>
    (
      await fetch(`http://127.0.0.1:${variables['METRICS_PORT']}/metrics`, {
        signal: AbortSignal.timeout(3_000),
      })
    ).text();
  const errorLines = () =>
    server
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg?: string })
      .filter(({ level }) => level >= 50)
      .map(({ msg }) => msg ?? '');
  const ruleOf = (name: string) => alertRules.find(({ alert }) => alert === name)!.expr;
  const isUp = async (service: string) =>
    (await scrape()).split('\n').includes(`wattle_service_up{service="${service}"} 1`);
  const everyoneIsUp = async () => {
    for (const service of ['database', 'database-writes', 'files', 'scanner', 'mail', 'texts'])
      if (!(await isUp(service))) return service;
    return 'all';
  };

  type Before = { metrics: string; lines: number };
  /** Returns the state before a fault, after every service is up: a retried test may start before the last fault has cleared. */
  const look = async (): Promise<Before> => {
    await expect.poll(everyoneIsUp, { timeout: 30_000, interval: 500 }).toBe('all');
    return { metrics: await scrape(), lines: errorLines().length };
  };

  /** Waits up to 18 seconds for a new line at level error (15, and 3 for a busy machine), then for the alert. */
  async function expectNamed(line: RegExp, alert: string, { metrics, lines }: Before): Promise<void> {
    await expect
      .poll(() => errorLines().slice(lines), { timeout: 18_000, interval: 100 })
      .toEqual(expect.arrayContaining([expect.stringMatching(line)]));
    await expect
      .poll(async () => holds(ruleOf(alert), metrics, await scrape()), { timeout: 5_000, interval: 250 })
      .toBe(true);
  }

  async function expectHealed(alert: string): Promise<void> {
    await expect.poll(everyoneIsUp, { timeout: 30_000, interval: 500 }).toBe('all');
    const now = await scrape();
    expect(holds(ruleOf(alert), now, now)).toBe(false);
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    bucket = await startBucket();
    scanner = await startScanner();
    mail = await startMailServer();
    gateway = await startGateway();
    const { hostname, port } = new URL(database.url);
    const inFront = (target: number) => startGate({ host: '127.0.0.1', port: target });
    gates = {
      database: await startGate({ host: hostname, port: Number(port) }),
      files: await inFront(bucket.port),
      mail: await inFront(portOf(mail)),
      texts: await inFront(portOf(gateway)),
      scanner: await inFront(scanner.port),
    };
    const databaseUrl = new URL(database.url);
    databaseUrl.host = `127.0.0.1:${gates.database.port}`;
    variables = {
      ...productionVariables(),
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      DATABASE_URL: databaseUrl.href,
      WATTLE_DATA_DIR: join(folder, 'data'),
      S3_BUCKET: 'wattle-files',
      S3_ENDPOINT: `http://127.0.0.1:${gates.files.port}`,
      S3_ACCESS_KEY_ID: 'wattle-test',
      S3_SECRET_ACCESS_KEY: 'wattle-test-secret',
      CLAMD_ADDRESS: `127.0.0.1:${gates.scanner.port}`,
      SMTP_URL: `smtps://127.0.0.1:${gates.mail.port}`,
      SMS_URL: `http://127.0.0.1:${gates.texts.port}/`,
      NODE_EXTRA_CA_CERTS: certificate('authority.pem'),
    };
    server = await startServer(variables);
    admin = new pg.Client({ connectionString: database.url });
    admin.on('error', () => {});
    await admin.connect();
    await vi.waitFor(async () => expect(await everyoneIsUp()).toBe('all'), {
      timeout: 30_000,
      interval: 500,
    });
  }, 120_000);
  afterAll(async () => {
    await server.kill();
    await admin.end();
    for (const gate of Object.values(gates)) await gate.shut();
    await scanner.close();
    await bucket.close();
    mail.close();
    gateway.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['the mail server is away', 'mail', 'WattleMailAway'],
    ['the text message gateway is away', 'texts', 'WattleTextsAway'],
    ['the bucket is away', 'files', 'WattleFilesAway'],
    ['the virus scanner is away', 'scanner', 'WattleScannerAway'],
    ['the database is away', 'database', 'WattleDatabaseAway'],
  ] as const)(
    'names it within 15 seconds and fires the alert when %s [S-86]',
    async (_, service, alert) => {
      const before = await look();
      const gate = gates[service];
      await gate.shut();
      try {
        await expectNamed(new RegExp(`^No answer from: ${service} \\(connection\\)`), alert, before);
      } finally {
        await gate.open();
      }
      await expectHealed(alert);
    },
    90_000,
  );

  it.each([
    ['a scanner that gives no verdict', 'scanner', 'WattleScannerAway'],
    ['a frozen database', 'database', 'WattleDatabaseAway'],
  ] as const)(
    'names %s within 15 seconds and fires the alert [S-86]',
    async (_, service, alert) => {
      const before = await look();
      gates[service].freeze();
      try {
        await expectNamed(new RegExp(`^No answer from: ${service} \\((timeout|other)\\)`), alert, before);
      } finally {
        gates[service].thaw();
      }
      await expectHealed(alert);
    },
    90_000,
  );

  it('names a read-only database and fires the alert [S-86]', async () => {
    const before = await look();
    const name = new URL(database.url).pathname.slice(1);
    const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query(disconnect);
    try {
      await expectNamed(/^No answer from: database-writes \(refused\)/, 'WattleDatabaseReadOnly', before);
    } finally {
      await admin.query('set default_transaction_read_only = off');
      await admin.query(`alter database ${name} set default_transaction_read_only = off`);
      await admin.query(disconnect);
    }
    await expectHealed('WattleDatabaseReadOnly');
  }, 90_000);

  it('names a bucket secret that is refused and fires the alert [S-86]', async () => {
    const before = await look();
    bucket.isRefusing = true;
    try {
      await expectNamed(/^No answer from: files \(password\)/, 'WattleFilesAway', before);
    } finally {
      bucket.isRefusing = false;
    }
    await expectHealed('WattleFilesAway');
  }, 90_000);

  it('names an expired certificate of the mail server and fires the alert [S-86]', async () => {
    const before = await look();
    const key = readFileSync(certificate('key.pem'));
    mail.setSecureContext({ key, cert: readFileSync(certificate('expired.pem')) });
    try {
      await expectNamed(/^No answer from: mail \(certificate\)/, 'WattleMailAway', before);
    } finally {
      mail.setSecureContext({ key, cert: readFileSync(certificate('valid.pem')) });
    }
    await expectHealed('WattleMailAway');
  }, 90_000);

  it('shows a job that has waited too long and payment records that differ, and fires both alerts [S-86]', async () => {
    const before = await scrape();
    for (const alert of ['WattleJobsStuck', 'WattleBooksDiffer'])
      expect([alert, holds(ruleOf(alert), before, before)]).toEqual([alert, false]);
    await admin.query(
      `insert into jobs.job (name, created_on, start_after) values ('mails', now() - interval '20 minutes', now() + interval '1 hour')`,
    );
    await admin.query(
      `insert into payment_drifts (kind, object_id, found_at) values ('payment-not-here', 'pi_test', now())`,
    );
    for (const alert of ['WattleJobsStuck', 'WattleBooksDiffer'])
      await expect.poll(async () => holds(ruleOf(alert), before, await scrape())).toBe(true);
  }, 60_000);

  it('does not answer while it is suspended, answers when resumed, and fires the alert of a dead server when killed [S-86]', async () => {
    server.child.kill('SIGSTOP');
    await expect(scrape()).rejects.toThrow();
    server.child.kill('SIGCONT');
    expect(await scrape()).toContain('wattle_ready 1');
    await server.kill();
    await expect(scrape()).rejects.toThrow();
    expect(holds(ruleOf('WattleServerDead'), '', 'up{job="wattle"} 0')).toBe(true);
  }, 60_000);

  it('does not start without the key that sealed the database, and names the missing key at level fatal [S-86]', async () => {
    const started = startServer({ ...variables, WATTLE_KEYS: newKeys() }).then(
      (other) => other.kill(),
      (error: unknown) => error,
    );
    const error = await started;
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).printed).toMatch(/"level":60.*sealed with the key \\"prod\\"/);
  }, 60_000);
});
