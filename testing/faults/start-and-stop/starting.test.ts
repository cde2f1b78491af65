import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProblem } from '../../../src/server/process/start-problem.ts';
import { keepCompiled } from '../../processes/compiled.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { productionVariables } from '../../security/product.ts';
import { freePort } from '../../processes/free-port.ts';
import { startServer, StartError } from '../server-process.ts';
import { newKeys } from '../../new-keys.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Starts a server that must fail with exit code 1, and returns its output. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const started = await startServer(variables).catch((error: unknown) => error);
  if (!(started instanceof StartError)) throw new Error('It started.');
  expect(started.exitCode).toBe(1);
  return started.printed;
}

describe('a start that cannot succeed', () => {
  let database: TestDatabase;
  let empty: TestDatabase;
  let trial: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    empty = await createEmptyDatabase();
    trial = {
      APP_ENV: 'test',
      DATABASE_URL: database.url,
      WATTLE_KEYS: newKeys(),
      PORT: String(await freePort()),
    };
    const first = await startServer(trial);
    expect(await first.stop()).toBe(0);
  });
  afterAll(async () => {
    await database.drop();
    await empty.drop();
  });

  const changed = (change: (address: URL) => void): string => {
    const address = new URL(database.url);
    change(address);
    return address.href;
  };

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a database that is not there',
      () => ({ DATABASE_URL: 'postgres://wattle:hunter2@127.0.0.1:1/wattle' }),
      /nothing answers at the address of DATABASE_URL/,
    ],
    [
      'a host that is not known',
      () => ({ DATABASE_URL: 'postgres://wattle:hunter2@db.invalid/wattle' }),
      /the host of DATABASE_URL is not known|the database does not answer/,
    ],
    [
      'a wrong password',
      () => ({ DATABASE_URL: changed((url) => (url.password = 'hunter2')) }),
      /does not accept the user or the password/,
    ],
    [
      'a name that the server does not have',
      () => ({ DATABASE_URL: changed((url) => (url.pathname = '/none')) }),
      /has no database of that name/,
    ],
    [
      'keys of another database',
      () => ({ WATTLE_KEYS: newKeys() }),
      /^Wattle cannot start: WATTLE_KEYS are not those of this database\.$/m,
    ],
    [
      'a key that is not held',
      () => ({ WATTLE_KEYS: newKeys().replace('test:', 'other:') }),
      /^Wattle cannot start: WATTLE_KEYS are not those of this database, which has values sealed with the key "test"\.$/m,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /the address of HOST is none of this machine/,
    ],
    [
      'migrations that are pending and not to be run',
      () => ({ DATABASE_URL: empty.url, MIGRATE_AT_START: 'false' }),
      /^The database lacks 0001_people.sql, .* Run "npm run migrate" first.$/m,
    ],
  ])('reports the reason in one sentence: %s [R-18]', async (_, wrong, sentence) => {
    const printed = await refusal({ ...trial, ...wrong() });
    expect(printed).toMatch(sentence);
    expect(printed.trim().split('\n')).toHaveLength(1);
    expect(printed).not.toContain('hunter2');
  });

  it('says in one sentence that keys are missing for a database with sealed values, and writes no new keys [S-33]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-test-keys-'));
    const { WATTLE_KEYS: _, ...withoutKeys } = trial;
    for (const time of [1, 2]) {
      const printed = await refusal({ ...withoutKeys, WATTLE_DATA_DIR: folder });
      expect([time, printed.trim().split('\n')]).toEqual([
        time,
        [
          expect.stringMatching(
            /^Wattle cannot start: .* WATTLE_KEYS is not set and .* no file "keys"; .*put the file back\.$/,
          ),
        ],
      ]);
      expect(readdirSync(folder)).toEqual([]);
    }
    rmSync(folder, { recursive: true });
  });

  it('says in one sentence that its keys are wrong, even when the key has the same name [S-33]', async () => {
    const printed = await refusal({ ...trial, WATTLE_KEYS: newKeys() });
    expect(printed.trim()).toBe('Wattle cannot start: WATTLE_KEYS are not those of this database.');
  });

  it('reports a port that is in use before anything else [R-18]', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const printed = await refusal({ ...trial, PORT: String(port), DATABASE_URL: empty.url });
    expect(printed.trim()).toBe(
      'Wattle cannot start: its port is taken. Stop what uses it, or set PORT to another one.',
    );
    const metrics = { ...trial, PORT: '0', METRICS_PORT: String(port), DATABASE_URL: empty.url };
    expect((await refusal(metrics)).trim()).toBe(
      'Wattle cannot start: its port is taken. Stop what uses it, or set METRICS_PORT to another one.',
    );
    other.close();
    const forbidden = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
    expect(startProblem(forbidden)).toBe(
      'Wattle cannot start: this account may not listen on its port. Set PORT to one of 1024 or more.',
    );
  });

  it
    .runIf(process.platform === 'linux')
    .each(['/proc/wattle', '/proc/self/fd/wattle/data', '/dev/null/wattle'])(
    'does not retry forever when it cannot create a data folder: %s [R-18]',
    async (folder) => {
      const printed = await refusal({ APP_ENV: 'test', PORT: '0', WATTLE_DATA_DIR: folder });
      expect(printed.trim()).toMatch(
        /^The data folder \S+ (cannot be made there|is not a folder|is not writable)\. .*WATTLE_DATA_DIR/,
      );
    },
    30_000,
  );

  it('prints every message in production as a line of JSON, both refusals and start messages [R-18]', async () => {
    const production = {
      ...productionVariables(),
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
    };
    const refused = await refusal(production);
    const [last, ...before] = refused.trim().split('\n').toReversed();
    expect(JSON.parse(last!)).toMatchObject({
      level: 60,
      msg: expect.stringMatching(/WATTLE_KEYS are not/),
    });
    for (const line of before) expect(JSON.parse(line)).toMatchObject({ level: 30 });
    const server = await startServer({ ...production, DATABASE_URL: empty.url });
    await server.stop();
    const lines = server.printed().trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const { level, msg } = JSON.parse(line) as { level: number; msg: unknown };
      expect(msg).toEqual(expect.any(String));
      // The mail server and the text message gateway of these variables do not exist.
      expect(level).toBe(/^No answer from: (mail|texts) /.test(String(msg)) ? 50 : 30);
    }
  }, 90_000);
});

it('npm run migrate brings a database to this version, and can list the pending migrations first [R-11]', async () => {
  const database = await createEmptyDatabase();
  const run = (...options: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/operator/migrate.ts'), ...options], {
      encoding: 'utf8',
      env: { ...keepCompiled, APP_ENV: 'test', DATABASE_URL: database.url, WATTLE_KEYS: newKeys() },
    });
  const before = run('--check');
  expect([before.status, before.stdout]).toEqual([
    1,
    expect.stringMatching(/^To run:\n {2}0001_people.sql\n/),
  ]);
  expect([run().status, run('--check').status]).toEqual([0, 0]);
  expect(run('--what').status).toBe(1);
  await database.drop();
}, 60_000);
