import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { removeCluster } from '../../database/database-cluster.ts';
import { freePort } from '../../processes/free-port.ts';
import { newKeys } from '../../new-keys.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The processes of `npm start`: npm itself, `scripts/start.mjs` and the server. */
type Chain = { npm: number; start: number; server: number };

type Started = { chain: Chain; npm: ChildProcess; printed(): string };

/** Running process: its parent and its command line. */
function look(pid: number): { parent: number; command: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return null;
  }
}

function descendant(ancestor: number, program: string): number {
  const isBelow = (pid: number): boolean => {
    const parent = look(pid)?.parent ?? 0;
    return parent === ancestor || (parent > 1 && isBelow(parent));
  };
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && look(pid)?.command.includes(`\0`) && look(pid)?.command.includes(program))
    // The command line of the shell between npm and the script contains the script's name too.
    .find((pid) => isBelow(pid) && !look(pid)?.command.startsWith('sh'));
  if (found === undefined) throw new Error(`No process of ${program}`);
  return found;
}

const isAlive = (pid: number) => look(pid) !== null;

const started: Started[] = [];

/** Runs `npm start` in its own process group, as a user does, and waits until the server prints its address. */
async function npmStart(variables: Record<string, string>): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(npm, 'exit').then(() => true);
  while (!text.includes('Wattle is at')) {
    if (await Promise.race([ended, pause(50)])) throw new Error(text);
  }
  const chain = {
    npm: npm.pid!,
    start: descendant(npm.pid!, 'scripts/start.mjs'),
    server: descendant(npm.pid!, 'src/server/main.ts'),
  };
  const one = { chain, npm, printed: () => text };
  started.push(one);
  return one;
}

const untilGone = async ({ chain }: Started) => {
  await expect
    .poll(() => Object.entries(chain).filter(([, pid]) => isAlive(pid)), { timeout: 20_000 })
    .toEqual([]);
};

describe.runIf(process.platform === 'linux')('npm start', () => {
  let database: TestDatabase;
  let variables: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    variables = {
      APP_ENV: 'test',
      DATABASE_URL: database.url,
      WATTLE_KEYS: newKeys(),
      PORT: String(await freePort()),
      DRAIN_SECONDS: '1',
    };
  });
  afterEach(() => {
    for (const { chain } of started.splice(0))
      for (const pid of Object.values(chain)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  afterAll(() => database.drop());

  it.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGKILL'],
    ['start', 'SIGTERM'],
    ['start', 'SIGKILL'],
    ['server', 'SIGTERM'],
    ['server', 'SIGKILL'],
  ] as const)(
    'leaves nothing running when %s gets %s, and starts again on the same port [R-55]',
    async (name, signal) => {
      const one = await npmStart(variables);
      process.kill(one.chain[name], signal);
      await untilGone(one);
      const isDrained = one.printed().includes('Stopped.');
      // This process owns the pipe that npm printed to, so it is read to its end even when npm is gone.
      expect([name, signal, isDrained]).toEqual([name, signal, name !== 'server' || signal !== 'SIGKILL']);
      const next = await npmStart(variables);
      expect((await fetch(`http://localhost:${variables['PORT']}/readyz`)).status).toBe(200);
      process.kill(next.chain.npm, 'SIGTERM');
      await untilGone(next);
    },
    180_000,
  );

  it('drains before it ends when all its processes get the signal at once, as from a terminal [R-55, R-15]', async () => {
    const one = await npmStart(variables);
    process.kill(-one.chain.npm, 'SIGINT');
    await untilGone(one);
    expect(one.printed()).toMatch(/Stopping \(SIGINT\)[\s\S]*Stopped\./);
  }, 120_000);

  it('reuses the embedded database that outlived a killed server [R-55]', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-npm-`));
    const embedded = { ...variables, DATABASE_URL: '', WATTLE_DATA_DIR: dataDir };
    const postmaster = () =>
      Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    try {
      const one = await npmStart(embedded);
      const before = postmaster();
      process.kill(one.chain.server, 'SIGKILL');
      await untilGone(one);
      expect(isAlive(before)).toBe(true);
      const next = await npmStart(embedded);
      expect(postmaster()).toBe(before);
      process.kill(next.chain.npm, 'SIGKILL');
      await untilGone(next);
      expect(isAlive(before)).toBe(false);
    } finally {
      await removeCluster(dataDir);
    }
  }, 120_000);
});
