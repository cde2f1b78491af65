import { createHash, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { dataFolderProblem } from '../../config/local-keys.ts';
import { makeFolder } from '../../process/data-folder.ts';
import { canEnter, chooseAccount, usableBinaries } from './postgres-binaries.ts';
import {
  clearStalePid,
  isAlive,
  LaunchError,
  readPostmaster,
  runProgram,
  type Cluster,
} from './postmaster.ts';

/** The embedded database is unavailable. The message is for the person who started Wattle. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** State kept between starts in cluster.json, readable by its owner only. */
export interface ClusterMemory {
  readonly port: number;
  readonly adminPassword: string;
  readonly password: string;
  /** Whether the application's role and database exist. */
  readonly prepared: boolean;
  /** The set of processes (container) in which the postmaster was last started. */
  readonly processes: string;
}

/** The name of the application's role, which is no superuser, and of its database. */
export const applicationRole = 'wattle';

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Chooses the folder of the cluster. Folders that the database's account cannot enter (below /root) are not usable. */
function chooseHome(dataDir: string, log: (message: string) => void): string {
  makeFolder(dataDir, 0o711);
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  const own = join(realpathSync(dataDir), 'postgres');
  mkdirSync(own, { recursive: true, mode: 0o711 });
  accessSync(own, constants.W_OK | constants.X_OK);
  const account = chooseAccount(join(own, 'data'));
  if (!account) return own;
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (canEnter(account, own)) return own;
  const elsewhere = join('/var/lib/wattle', shortHash(own), 'postgres');
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  log(`The database is kept in ${elsewhere}: the system user that runs it cannot enter ${own}.`);
  return elsewhere;
}

/** Finds or creates the folder of a data folder's cluster, with programs that its account can run. */
export function openCluster(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  log: (message: string) => void,
): Cluster {
  const home = chooseHome(dataDir, log);
  const data = join(home, 'data');
  const account = chooseAccount(data);
  const native = usableBinaries(account, home);
  return { home, native, data, account, name: `wattle-${shortHash(data)}`, settings };
}

const memoryFile = (cluster: Cluster) => join(cluster.home, 'cluster.json');

export function writeMemory(cluster: Cluster, memory: ClusterMemory): ClusterMemory {
  const file = memoryFile(cluster);
  writeFileSync(`${file}.new`, JSON.stringify(memory, undefined, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return memory;
}

/** Reads cluster.json. If it is lost, the passwords are lost too: they are set again in PostgreSQL's single-user mode. */
export function readMemory(cluster: Cluster): ClusterMemory {
  const file = memoryFile(cluster);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ClusterMemory;
  const found = readPostmaster(cluster);
  if (found && isAlive(cluster, found.pid)) {
    throw new EmbeddedDatabaseError(
      `${file} is missing while its database runs. Stop process ${found.pid} first.`,
    );
  }
  clearStalePid(cluster);
  const adminPassword = newPassword();
  const statement = `ALTER ROLE postgres PASSWORD ${escapeLiteral(adminPassword)};\n`;
  runProgram(cluster, 'postgres', ['--single', '-D', cluster.data, 'postgres'], statement);
  return writeMemory(cluster, {
    port: 0,
    adminPassword,
    password: newPassword(),
    prepared: false,
    processes: '',
  });
}

/** Creates the database folder, completely or not at all. C.UTF-8 sorts the same on every machine. */
export function initialise(cluster: Cluster): void {
  const { account, data, settings } = cluster;
  const fresh = `${data}.new`;
  const passwordFile = `${data}.password`;
  const adminPassword = newPassword();
  try {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(passwordFile, adminPassword, { mode: 0o600 });
    if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid);
    const locales = ['C.UTF-8', 'en_US.UTF-8', 'C'];
    for (const [index, locale] of locales.entries()) {
      try {
        runProgram(cluster, 'initdb', [
          ...['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
          ...['-E', 'UTF8', `--locale=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
          ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
        ]);
        break;
      } catch (error) {
        if (index === locales.length - 1 || !/invalid locale/.test((error as Error).message)) throw error;
      }
    }
    writeMemory(cluster, { port: 0, adminPassword, password: newPassword(), prepared: false, processes: '' });
    renameSync(fresh, data);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** Checks that the data folder is of this PostgreSQL version and belongs to the account, also after a restore by another user. */
export function checkFolder(cluster: Cluster): void {
  const { account, data, native } = cluster;
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const served = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  const major = /(\d+)\./.exec(served.stdout)?.[1];
  if (made !== major) {
    throw new EmbeddedDatabaseError(
      `The data in ${data} was made by PostgreSQL ${made}, and this Wattle brings PostgreSQL ${major}. ` +
        'Start it with the Wattle that made it, or move the data over first.',
    );
  }
  if (account && statSync(data).uid !== account.uid) {
    spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, data]);
  }
  chmodSync(data, 0o700);
}

/** Creates the application's role and database on a running cluster. */
export async function prepare(adminUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [applicationRole]);
    const verb = role.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${applicationRole} login password ${escapeLiteral(password)}`);
    const database = await client.query('select 1 from pg_database where datname = $1', [applicationRole]);
    if (!database.rowCount) await client.query(`create database ${applicationRole} owner ${applicationRole}`);
  } finally {
    await client.end();
  }
}

/** Returns one sentence about a problem with the disk or the folder; undefined for any other error. */
export function storageProblem(home: string, error: unknown): string | undefined {
  const said = error instanceof LaunchError ? error.said : (error as Error).message;
  if (/No space left on device|Disk quota exceeded/i.test(said))
    return dataFolderProblem(home, { code: 'ENOSPC' });
  if (/Permission denied|Operation not permitted/i.test(said))
    return dataFolderProblem(home, { code: 'EACCES' });
  if (/Read-only file system/i.test(said)) return dataFolderProblem(home, { code: 'EROFS' });
  return dataFolderProblem(home, error);
}
