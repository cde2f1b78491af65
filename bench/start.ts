import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, type Figure } from './measuring/figure.ts';
import { freePort } from './web/lighthouse.ts';

const root = resolve(import.meta.dirname, '..');
const warmStarts = 3;

/** Measures seconds from `npm start` to the first page, on a data folder that was used before. */
export async function benchStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-bench-start-'));
  try {
    // Builds everything, and makes the database and the demo people.
    const first = await startOnce(folder);
    const warm: number[] = [];
    for (let count = 0; count < warmStarts; count += 1) warm.push(await startOnce(folder));
    return [
      {
        name: 'npm start to the first page',
        value: median(warm),
        unit: 's',
        goal: { most: 3 },
        about: `the middle of ${warmStarts} warm starts; ${first.toFixed(1)} s with an empty data folder`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  // A new process group, so that the signal at the end reaches all of npm's children.
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...process.env, APP_ENV: 'development', PORT: String(port), WATTLE_DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const interrupt = () => {
    signal(npm.pid, 'SIGTERM');
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await answers(`http://localhost:${port}/login`, () => npm.exitCode !== null);
    return (performance.now() - started) / 1000;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await end(npm.pid);
  }
}

/** Signals the group of a process; false when the group has no process left. */
function signal(group: number | undefined, name: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}

/** Stops the whole process group and waits for it: npm exits at once, the server after it has stopped its database. */
async function end(group: number | undefined): Promise<void> {
  signal(group, 'SIGTERM');
  const until = performance.now() + 30_000;
  while (signal(group, 0)) {
    if (performance.now() > until) throw new Error('The server did not stop');
    await pause(20);
  }
}

async function answers(address: string, isGone: () => boolean): Promise<void> {
  const until = performance.now() + 180_000;
  while (performance.now() < until) {
    const response = await fetch(address).catch(() => null);
    await response?.text();
    if (response?.ok) return;
    if (isGone()) throw new Error('npm start exited');
    await pause(10);
  }
  throw new Error('npm start served no page');
}
