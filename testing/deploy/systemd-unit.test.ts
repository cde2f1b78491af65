import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { schemaFor } from '../../src/server/config/variables.ts';
import { createEmptyDatabase } from '../database/database.ts';
import { startServer } from '../faults/server-process.ts';
import { freePort } from '../processes/free-port.ts';
import { productionVariables } from '../security/product.ts';

const root = join(import.meta.dirname, '../..');
const unitFile = join(root, 'docs/operations/wattle.service');
const unit = readFileSync(unitFile, 'utf8');
const example = readFileSync(join(root, 'docs/operations/environment.example'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'wattle-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the settings with a name, in order (systemd.syntax(7)). */
const settings = (name: string) =>
  unit
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

/** Parses an EnvironmentFile like systemd (systemd.exec(5)): lines of NAME=value, with single or double quotation marks. */
const readAsSystemd = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1).replace(/^(['"])(.*)\1$/, '$2')];
      }),
  );

/** Parses the same file like the shell. */
function readAsShell(text: string): Record<string, string> {
  const file = join(folder, 'environment');
  writeFileSync(file, text);
  const printed = execFileSync('sh', ['-c', `set -a; . "$1"; env -0`, 'sh', file], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  return Object.fromEntries(
    printed
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

describe('the example environment file', () => {
  it('is parsed identically by systemd and by the shell, with every character that an address may have [S-88]', () => {
    const withEverySign = example.replace(
      /^SMS_TOKEN=.*$/m,
      `SMS_TOKEN='a&b;c|d$e\`f"g\\h#i(j)<k>l*m?n~o!p'`,
    );
    const asSystemd = readAsSystemd(withEverySign);
    expect(asSystemd['DATABASE_URL']).toContain('&sslrootcert=');
    expect(readAsShell(withEverySign)).toMatchObject(asSystemd);
  });

  it('contains only variables of Wattle, and all that production requires [S-88]', () => {
    const uncommented = example.replaceAll(/^#(?=[A-Z])/gm, '');
    const named = Object.keys(readAsSystemd(uncommented));
    const known = schemaFor('prod', {}).shape;
    expect(named.filter((name) => !(name in known))).toEqual([]);
    const required = Object.entries(known)
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name]) => name);
    expect(required.length).toBeGreaterThan(15);
    expect(required.filter((name) => !named.includes(name))).toEqual([]);
  });
});

it('the example environment file has valid values, except the key and the certificate file that each operator must supply [S-88]', () => {
  let wrong: readonly string[] = [];
  try {
    readConfig(readAsSystemd(example));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    wrong = error.variables;
  }
  expect(wrong.toSorted()).toEqual(['DATABASE_URL', 'WATTLE_KEYS']);
});

/** The unit's command, with the project's folder and the folders that systemd creates replaced. */
const elsewhere = (text: string) =>
  text
    .replaceAll('/srv/wattle', root)
    .replaceAll('/var/lib/wattle', join(folder, 'lib'))
    .replaceAll('/var/cache/wattle', join(folder, 'cache'));

describe('the systemd unit', () => {
  it('starts a program that exists after an install, and declares each folder to which the server writes [S-83]', () => {
    const [command = ''] = settings('ExecStart');
    for (const path of elsewhere(command).split(' ')) expect([path, existsSync(path)]).toEqual([path, true]);
    expect(settings('ProtectSystem')).toEqual(['strict']);
    for (const [setting, kind] of [
      ['WATTLE_DATA_DIR=/var/lib/wattle', 'StateDirectory'],
      ['NODE_COMPILE_CACHE=/var/cache/wattle', 'CacheDirectory'],
    ] as const) {
      expect(settings('Environment').join(' ')).toContain(setting);
      expect(settings(kind)).toEqual(['wattle']);
    }
  });

  it('allows the sockets over which Node reads the addresses of the machine when it begins to listen [S-83]', () => {
    expect(settings('RestrictAddressFamilies').join(' ').split(' ')).toContain('AF_NETLINK');
  });

  it('serves in production when its command runs with its environment only [S-83]', async () => {
    const database = await createEmptyDatabase();
    const port = await freePort();
    const [command = ''] = settings('ExecStart');
    const [program = '', main = ''] = elsewhere(command).split(' ');
    const own = Object.fromEntries(
      elsewhere(settings('Environment').join(' '))
        .split(' ')
        .map((each) => each.split('=') as [string, string]),
    );
    const server = await startServer(
      {
        ...own,
        ...productionVariables(),
        DATABASE_URL: database.url,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PORT: String(port),
        DRAIN_SECONDS: '0',
      },
      main,
      program,
    );
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect((await fetch(`${server.url}/`)).status).toBe(200);
    } finally {
      await server.stop();
      await database.drop();
    }
  }, 60_000);

  it('is accepted by systemd, where systemd is installed [S-83]', (context) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return context.skip();
    const file = join(folder, 'wattle.service');
    writeFileSync(file, elsewhere(unit));
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('wattle.service'))).toEqual([]);
  });
});
