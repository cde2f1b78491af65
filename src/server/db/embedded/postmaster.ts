import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment, type Account } from './postgres-binaries.ts';

/** The content of postmaster.pid, see PostgreSQL's `miscadmin.h` (LOCK_FILE_LINE_*). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** One database folder on disk and the programs that serve it. */
export interface Cluster {
  /** The folder around `data`, with the log, the locks and cluster.json. */
  readonly home: string;
  readonly native: string;
  readonly data: string;
  readonly account: Account | undefined;
  /** Shown in the title of every process of the cluster, so that orphaned processes can be identified. */
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

const logFile = (cluster: Cluster) => join(cluster.home, 'postgres.log');
const LOG_LIMIT = 5 * 1024 * 1024;

/** Reads postmaster.pid; undefined if no server claims the folder. */
export function readPostmaster(cluster: Cluster): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0;
  const word = lines[7]?.trim();
  const status = word === 'ready' || word === 'stopping' ? word : 'starting';
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0, status };
}

/** Returns the title of a running process; undefined for a zombie. */
function processTitle(pid: number | string): string | undefined {
  if (process.platform === 'linux') {
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (/^[ZX]/.test(state.slice(state.lastIndexOf(')') + 2))) return undefined;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() && !stdout.trim().startsWith('Z') ? stdout : undefined;
}

/** True if this process is alive and is the postmaster of this folder. A process id reused by another program does not count. */
export function isAlive(cluster: Cluster, pid: number): boolean {
  const title = pid > 0 ? processTitle(pid) : undefined;
  return title !== undefined && title.includes('postgres') && title.includes(cluster.data);
}

/** Ends the children that a killed postmaster left behind: they hold shared memory and would prevent a new start. */
export async function endOrphans(cluster: Cluster): Promise<void> {
  const ours = `postgres: ${cluster.name}:`;
  const orphans = () =>
    process.platform === 'linux'
      ? readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && processTitle(entry)?.startsWith(ours))
      : (spawnSync('pgrep', ['-f', ours], { encoding: 'utf8' }).stdout?.split('\n').filter(Boolean) ?? []);
  // They exit by themselves as soon as they notice; those that do not within half a second are killed.
  for (let tries = 0; tries < 100; tries += 1) {
    const left = orphans();
    if (left.length === 0) return;
    if (tries > 10) for (const pid of left) signal(Number(pid), 'SIGKILL');
    await pause(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops a postmaster: first "fast" (sessions are ended, everything is written), then harder. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [name, patience] of steps) {
    if (!isAlive(cluster, pid)) break;
    signal(pid, name);
    const until = Date.now() + patience;
    while (isAlive(cluster, pid) && Date.now() < until) await pause(20);
  }
  await endOrphans(cluster);
}

/** Returns a free port below the range that systems use for outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port for the database between 20000 and 30000.');
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

// Small settings, because the default installation is one person's machine. Logs contain no statement, parameter or row.
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_statement: 'none',
};

function logSize(cluster: Cluster): number {
  return statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns PostgreSQL's log after a position, for the reason of a failed start. */
function logSince(cluster: Cluster, position: number): string {
  return existsSync(logFile(cluster))
    ? readFileSync(logFile(cluster)).subarray(position).toString('utf8')
    : '';
}

/** A failed start, with PostgreSQL's own message. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  readonly said: string;

  constructor(said: string) {
    super(`PostgreSQL did not start. ${said.trim().split('\n').slice(-3).join(' ')}`);
    this.said = said;
  }
}

/**
 * Starts the postmaster in its own session, so that the terminal's Ctrl-C and the end of this process do not affect it, and waits
 * until it accepts connections.
 * @throws LaunchError
 */
export async function launch(cluster: Cluster, port: number): Promise<void> {
  if (logSize(cluster) > LOG_LIMIT) renameSync(logFile(cluster), `${logFile(cluster)}.1`);
  const position = logSize(cluster);
  const options = { ...settings, ...cluster.settings, port: String(port), cluster_name: cluster.name };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile(cluster), 'a', 0o600);
  let ended: string | undefined;
  const child = spawn(join(cluster.native, 'bin/postgres'), ['-D', cluster.data, ...flags], {
    ...cluster.account,
    cwd: cluster.data,
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('error', (error) => (ended = error.message));
  child.once('exit', () => (ended ??= ''));
  child.unref();
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    await pause(15);
    if (ended !== undefined) throw new LaunchError(ended || logSince(cluster, position));
    const found = readPostmaster(cluster);
    if (found && found.pid === child.pid && found.status === 'ready') return;
  }
  if (child.pid) await stopPostmaster(cluster, child.pid);
  throw new LaunchError('It was not ready after two minutes.');
}

/** Runs one of PostgreSQL's programs to its end. @throws LaunchError with its output */
export function runProgram(cluster: Cluster, program: string, args: readonly string[], input = ''): void {
  const done = spawnSync(join(cluster.native, 'bin', program), args, {
    ...cluster.account,
    cwd: '/',
    env: childEnvironment,
    input,
    encoding: 'utf8',
  });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new LaunchError(done.stderr || done.stdout || `${program} failed.`);
}

/** Removes a postmaster.pid whose postmaster is dead. Otherwise PostgreSQL refuses to start if the process id is in use again. */
export function clearStalePid(cluster: Cluster): void {
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true });
}
