import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepCompiled } from './compiled.ts';

/** Names the data folder of the run's database in the environment, which worker processes inherit. */
export const clusterVariable = 'WATTLE_TEST_CLUSTER';

const PREFIX = 'wattle-test-';
/** Where Linux keeps files in memory: a copy of the template, some 750 files, costs a fifth there of what it costs on a disk. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const GIB = 1024 ** 3;

/** The folder for a run's database: in memory where there is plenty, which small containers do not have. */
function place(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { type, bavail, bsize } = statfsSync(MEMORY);
  const isRoomy = bavail * bsize > 2 * GIB && process.availableMemory() > 4 * GIB;
  return type === TMPFS && isRoomy ? MEMORY : tmpdir();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Stops whatever serves a test data folder, without ceremony, and removes the folder. */
export async function removeCluster(folder: string): Promise<void> {
  let pid = 0;
  try {
    pid = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (title.includes(folder)) process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await pause(20);
  } catch {
    // No postmaster, or one that has gone: only the folder is left.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs that were killed leave their database behind. Its folder is named after the process that made it. */
async function sweep(): Promise<void> {
  const left = [MEMORY, tmpdir()]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => ({ name, folder: join(place, name) })))
    .filter(({ name }) => name.startsWith(PREFIX));
  for (const { name, folder } of left) {
    const owner = Number.parseInt(name.slice(PREFIX.length), 10);
    // One that does not go (a disk mounted in it) is no reason not to test.
    if (owner && !isAlive(owner)) await removeCluster(folder).catch(() => {});
  }
}

/**
 * Global set-up of Vitest and Playwright: names a data folder for the run. The first test that asks for a database
 * starts it (`testing/database.ts`), so that runs without one stay quick. Returns the tear-down.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await sweep();
  const folder = mkdtempSync(join(place(), `${PREFIX}${process.pid}-`));
  process.env[clusterVariable] = folder;
  // The processes of the run compile the libraries once, not each for itself.
  Object.assign(process.env, keepCompiled);
  return () => removeCluster(folder);
}
