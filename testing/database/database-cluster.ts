import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepCompiled } from '../processes/compiled.ts';

/** Environment variable with the data folder of the run's database, which worker processes inherit. */
export const clusterVariable = 'WATTLE_TEST_CLUSTER';

const PREFIX = 'wattle-test-';
/** Linux's in-memory file system, where copying the template (some 750 files) takes a fifth of the time that it takes on a disk. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const GIB = 1024 ** 3;

/** Returns the folder for a run's database: in memory where there is enough space, which small containers do not have. */
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

/** Stops any server on a test data folder immediately, and removes the folder. */
export async function removeCluster(folder: string): Promise<void> {
  let pid = 0;
  try {
    pid = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (title.includes(folder)) process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await pause(20);
  } catch {
    // Without a postmaster only the folder is left.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the databases of runs that were killed. Their folders are named after the process that made them. */
async function removeStaleClusters(): Promise<void> {
  const left = [MEMORY, tmpdir()]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => ({ name, folder: join(place, name) })))
    .filter(({ name }) => name.startsWith(PREFIX));
  for (const { name, folder } of left) {
    const owner = Number.parseInt(name.slice(PREFIX.length), 10);
    // A folder that cannot be removed (a disk mounted in it) must not fail the tests.
    if (owner && !isAlive(owner)) await removeCluster(folder).catch(() => {});
  }
}

/**
 * Global set-up of Vitest and Playwright: chooses a data folder for the run. The first test that needs a database
 * starts it (`testing/database/database.ts`), so that runs without a database stay quick. Returns the tear-down.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeStaleClusters();
  const folder = mkdtempSync(join(place(), `${PREFIX}${process.pid}-`));
  process.env[clusterVariable] = folder;
  // The processes of the run share one compile cache for the libraries.
  Object.assign(process.env, keepCompiled);
  return () => removeCluster(folder);
}
