import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The version that the script installs. 3.0 can give the lock back to a frozen primary (docs/decisions/0143). */
const patroniVersion = '4.1.5';

export type Version = readonly [major: number, minor: number];

/** Installed programs with their paths; null where missing. */
export type Found = {
  postgres: string | null;
  etcd: string | null;
  haproxy: string | null;
  pgbackrest: string | null;
  openssl: string | null;
  python: string | null;
  pgbouncer: { path: string; version: Version } | null;
  /** An S3 server, https://github.com/versity/versitygw. */
  versitygw: string | null;
};

const needed = [
  ['postgres', 'postgresql (15 or newer)'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['pgbackrest', 'pgbackrest'],
  ['openssl', 'openssl'],
  ['python', 'python3-venv'],
] as const;

/** Names the packages of Debian that are missing, without which nothing can run. */
export const missingPackages = (found: Found): string[] =>
  needed.filter(([part]) => found[part] === null).map(([, name]) => name);

/** Returns what to print when nothing can run on this machine, with the line of counts; null if the scenarios can. */
export function notTried(found: Found, platform: NodeJS.Platform, scenarios: number): string[] | null {
  const missing = missingPackages(found);
  const counts = `0 passed, 0 failed, ${scenarios} not run`;
  if (platform !== 'linux') return ['The cluster runs on Linux only: NOTHING was tried.', counts];
  if (missing.length === 0) return null;
  return [`NOTHING was tried. These packages are missing: ${missing.join(', ')}.`, counts];
}

/** The reason why the pooler's scenario cannot run; null if it can. Older versions break named statements (docs/decisions/0142). */
export function poolerProblem({ pgbouncer }: Found): string | null {
  if (pgbouncer === null) return 'PgBouncer is not installed (package pgbouncer, or the path in PGBOUNCER)';
  const [major, minor] = pgbouncer.version;
  if (major > 1 || minor >= 21) return null;
  return `PgBouncer ${major}.${minor} is too old: 1.21 is needed (name a newer one in PGBOUNCER)`;
}

/** The reason why the scenario of a backup to a bucket cannot run; null if it can. Debian has no S3 server. */
export const bucketProblem = ({ versitygw }: Found): string | null =>
  versitygw === null
    ? 'versitygw is not installed (go install github.com/versity/versitygw/cmd/versitygw, or its path in VERSITYGW, where the account postgres can read it)'
    : null;

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/sbin'];

const pathOf = (program: string): string | null =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;

/** Returns the folder of the programs of the newest PostgreSQL from 15 on. */
function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Boolean) : [];
  const newest = Math.max(0, ...versions);
  const folder = join(root, String(newest), 'bin');
  return newest >= 15 && existsSync(join(folder, 'initdb')) ? folder : null;
}

function pgBouncer(): Found['pgbouncer'] {
  const path = process.env['PGBOUNCER'] ?? pathOf('pgbouncer');
  if (path === null) return null;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : { path, version: [Number(major), Number(minor)] };
}

/** Looks for the programs. Python counts as missing without its module for virtual environments. */
export function findPackages(): Found {
  // The system's own: another one may be in a folder that only root can enter.
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : pathOf('python3');
  const hasVenv = python !== null && spawnSync(python, ['-c', 'import ensurepip, venv']).status === 0;
  return {
    postgres: postgresPrograms(),
    etcd: pathOf('etcd'),
    haproxy: pathOf('haproxy'),
    pgbackrest: pathOf('pgbackrest'),
    openssl: pathOf('openssl'),
    python: hasVenv ? python : null,
    pgbouncer: pgBouncer(),
    versitygw: process.env['VERSITYGW'] ?? pathOf('versitygw'),
  };
}

/**
 * Returns the programs of Patroni in a virtual environment, which is made once.
 * @throws Error when pip cannot install it
 */
export function patroniPrograms(python: string): string {
  const isRoot = process.getuid?.() === 0;
  // Another user runs it if root starts the script, and cannot enter root's folder.
  const cache = isRoot ? '/var/cache' : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'));
  const folder = join(cache, `wattle-patroni-${patroniVersion}`);
  const programs = join(folder, 'bin');
  const works = () =>
    existsSync(join(programs, 'patroni')) &&
    spawnSync(join(programs, 'patroni'), ['--version'], { encoding: 'utf8' }).stdout?.includes(
      patroniVersion,
    );
  if (works()) return programs;
  console.log(`Installing Patroni ${patroniVersion} from PyPI into ${folder} ...`);
  mkdirSync(cache, { recursive: true });
  const made = spawnSync(python, ['-m', 'venv', '--clear', folder], { encoding: 'utf8' });
  const wanted = [`patroni[etcd3]==${patroniVersion}`, 'psycopg[binary]'];
  const installed = spawnSync(join(programs, 'pip'), ['install', '--quiet', ...wanted], { encoding: 'utf8' });
  if (made.status !== 0 || !works())
    throw new Error(`Patroni was not installed:\n${made.stderr}${installed.stderr ?? ''}`);
  return programs;
}
