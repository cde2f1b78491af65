import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepCompiled } from '../../../testing/processes/compiled.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../testing/database/database.ts';
import { person } from '../../../testing/people.ts';
import { productionVariables } from '../../../testing/security/product.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { checkConfig } from './check.ts';
import type { Finding } from './finding.ts';

/** A certificate of an authority that this machine does not trust. */
const untrusted = Object.fromEntries(
  [
    ['cert', 'valid.pem'],
    ['key', 'key.pem'],
  ].map(([option, file]) => [
    option,
    readFileSync(join(import.meta.dirname, '../../../testing/certificates', file as string)),
  ]),
);

const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const key = keyOf('first');

let database: TestDatabase;
let empty: TestDatabase;
let app: TestApp;
const open: { close(done: () => void): void }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  empty = await createEmptyDatabase();
  app = await startApp({ env: { WATTLE_KEYS: key } });
  await person(app.services);
});
afterEach(async () => {
  for (const server of open.splice(0))
    await new Promise<void>((done) => {
      server.close(done);
    });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await empty.drop();
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function mailServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, callback) =>
      password === 'right' ? callback(null, { user: 'wattle' }) : callback(new Error('No.')),
    ...options,
  });
  server.on('error', () => {});
  open.push(server);
  return listening(server.server);
}

async function gateway(): Promise<number> {
  const server = createServer((socket) => void socket.resume());
  open.push(server);
  return listening(server);
}

const found = (variables: Record<string, string>): Promise<Finding[]> =>
  checkConfig({ APP_ENV: 'test', WATTLE_KEYS: key, DATABASE_URL: database.url, ...variables });

const finding = async (about: Finding['about'], variables: Record<string, string>) => {
  const one = (await found(variables)).find((each) => each.about === about);
  return one && [one.isRight, one.words];
};

const withUrl = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

describe('check:config', () => {
  it('reports each correct setting as right, and signs in to the mail server [R-57]', async () => {
    const variables: Record<string, string> = {
      DATABASE_URL: app.databaseUrl,
      WATTLE_DATA_DIR: app.folder,
      SMTP_URL: `smtp://wattle:right@127.0.0.1:${await mailServer()}`,
      SMS_URL: `http://127.0.0.1:${await gateway()}/`,
    };
    const words = await found(variables);
    expect(words.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(words.map((each) => each.words)).toEqual([
      'read as for test',
      expect.stringMatching(/^PostgreSQL [\d.]+, without TLS, can be written to, its migrations have run$/),
      'they open what the database holds',
      "it agrees with the database's",
      'none: cards open while the database answers',
      'no bucket: files are kept in the data folder, which can be written to',
      'none: files are not scanned for viruses',
      'it takes the login',
      'it answers on this machine; the token is tried with the first message',
      'no keys: the stand-in, with which no money moves',
      'none: no traces are collected',
    ]);
  });

  it('shows how many migrations an empty database will get [R-57]', async () => {
    expect(await finding('database', { DATABASE_URL: empty.url })).toEqual([
      true,
      expect.stringMatching(/migrations to run at the start: \d+$/),
    ]);
  });

  it.each<[what: string, change: (url: URL) => void, words: RegExp]>([
    ['a wrong password', (url) => (url.password = 'hunter2'), /refuses the user name or password/],
    ['a database that is not there', (url) => (url.pathname = '/none'), /no database of that name/],
    ['a port without a server', (url) => (url.port = '1'), /nothing listens/],
    ['a host that is not there', (url) => (url.hostname = 'db.invalid'), /its name/],
    ['a server without TLS', (url) => (url.search = '?sslmode=verify-full'), /speaks no TLS/],
  ])('names %s [R-57]', async (_, change, words) => {
    const [isRight, said] = (await finding('database', { DATABASE_URL: withUrl(change) })) ?? [];
    expect(said).toMatch(words);
    expect(isRight).toBe(false);
  });

  it('names a read-only database, and one that is newer than the program [R-57]', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const name = new URL(database.url).pathname.slice(1);
    try {
      await client.query(`alter database ${name} set default_transaction_read_only = on`);
      expect(await finding('database', {})).toEqual([false, expect.stringContaining('only lets read')]);
      await client.query(
        `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
      );
      await client.query(
        `begin read write; insert into schema_migrations (number, name, checksum) values (9999, '9999_later.sql', 'x'); commit`,
      );
      expect(await finding('database', {})).toEqual([
        false,
        expect.stringContaining('newer than this Wattle'),
      ]);
      await client.query('begin read write; delete from schema_migrations where number = 9999; commit');
    } finally {
      await client.end();
    }
  });

  it('names a missing key, and a wrong one with the same name [R-57]', async () => {
    const at = { DATABASE_URL: app.databaseUrl };
    expect(await finding('keys', { ...at, WATTLE_KEYS: keyOf('second') })).toEqual([
      false,
      expect.stringContaining('lacks the key "first"'),
    ]);
    expect(await finding('keys', { ...at, WATTLE_KEYS: keyOf('first') })).toEqual([
      false,
      expect.stringContaining('another one than that with which'),
    ]);
    expect((await finding('keys', { ...at, WATTLE_KEYS: `${keyOf('second')},${key}` }))?.[0]).toBe(true);
    expect((await finding('keys', { DATABASE_URL: empty.url }))?.[1]).toContain('nothing sealed yet');
  });

  it('names what a mail server refuses [R-57]', async () => {
    const at = (port: number, login = '') =>
      finding('mail', { SMTP_URL: `smtp://${login}127.0.0.1:${port}` });
    expect(await at(await mailServer(), 'wattle:hunter2@')).toEqual([
      false,
      'it refuses the user name or password',
    ]);
    expect(await at(1)).toEqual([false, 'nothing listens at its port']);
    const secure = await mailServer({ ...untrusted, secure: true });
    expect(await finding('mail', { SMTP_URL: `smtps://127.0.0.1:${secure}` })).toEqual([
      false,
      expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    ]);
    expect(await finding('mail', { SMTP_URL: 'smtp://mail.invalid' })).toEqual([
      false,
      expect.stringContaining('its name'),
    ]);
  });

  it('requires TLS from the mail server in production [R-57]', async () => {
    const variables = { ...productionVariables(), SMTP_URL: `smtp://127.0.0.1:${await mailServer()}` };
    expect(await finding('mail', variables)).toEqual([false, expect.stringContaining('offers no TLS')]);
  });

  it('names a text gateway that cannot be trusted or reached, and sends nothing to it [R-57]', async () => {
    const secure = await mailServer({ ...untrusted, secure: true });
    const at = (address: string) => finding('texts', { SMS_URL: address });
    expect(await at(`https://127.0.0.1:${secure}`)).toEqual([
      false,
      expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    ]);
    expect(await at(`https://127.0.0.1:${await gateway()}`)).toEqual([false, 'it does not answer']);
    expect(await at('https://127.0.0.1:1')).toEqual([false, 'nothing listens at its port']);
    expect(await at('https://sms.invalid')).toEqual([false, expect.stringContaining('its name')]);
  }, 20_000);
});

describe('the command', () => {
  const run = (variables: Record<string, string>) =>
    new Promise<{ code: number; printed: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], ...keepCompiled, ...variables };
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../check-config.ts')],
        { env },
        (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed: out + err }),
      );
    });

  it('prints one line for each setting, no value of the environment, and ends with 0 or 1 [R-57] [security 40]', async () => {
    const fine = await run({ APP_ENV: 'test', WATTLE_KEYS: key, DATABASE_URL: app.databaseUrl });
    expect(fine.printed.trim().split('\n')).toHaveLength(11);
    expect(fine.code).toBe(0);
    const variables: Record<string, string> = {
      ...productionVariables(),
      DATABASE_URL: withUrl((url) => (url.password = 'hunter2')),
      SMTP_URL: `smtp://hunter3:hunter4@127.0.0.1:${await mailServer()}`,
    };
    const bad = await run(variables);
    expect(bad.code).toBe(1);
    expect(bad.printed.match(/WRONG/g)).toHaveLength(5);
    for (const value of [
      'hunter',
      variables['SMS_TOKEN'] ?? '',
      '127.0.0.1',
      'wattle.example',
      new URL(database.url).username,
    ])
      expect(bad.printed.replaceAll(/WATTLE_KEYS/g, '')).not.toContain(value);
    const unset = await run({});
    expect(unset.code).toBe(1);
    expect(unset.printed).toContain('Missing environment variables');
  }, 90_000);
});
