import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The user and group that run PostgreSQL and the other programs of the cluster; null for those of the script. */
export type Account = { uid: number; gid: number; name: string };

/** Returns the account `postgres` when root starts the script, because PostgreSQL does not run as root. */
export function accountOf(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  if (!line) throw new Error('The script was started by root, and there is no user "postgres".');
  const [name = '', , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid), name };
}

/** Gives a file or folder to the account. */
export function give(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** A program of the cluster. */
export type Program = { child: ChildProcess; isRunning(): boolean };

const readProc = (pid: string, file: 'cmdline' | 'environ' | 'stat') => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
};

/**
 * Returns the processes whose command line or environment contains a folder of a run: it has a random name, so that no other
 * process does. The script itself is not one of them.
 */
export const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => readProc(pid, 'cmdline').includes(folder) || readProc(pid, 'environ').includes(folder))
    .map(Number);

/** Returns a process and those that it started, that these started, and so on. */
export function familyOf(parent: number): number[] {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      const stat = readProc(pid, 'stat');
      const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid: Number(pid), ppid: Number(ppid), state };
    })
    .filter(({ state }) => state !== 'Z');
  const found = [parent];
  for (const pid of found) found.push(...parents.filter((each) => each.ppid === pid).map((each) => each.pid));
  return found;
}

/** Sends a signal to processes that have not ended. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Ends everything that a run started. */
export async function endRun(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    // A frozen process does not end before it continues.
    signal(left, 'SIGKILL');
    signal(left, 'SIGCONT');
    await pause(100);
  }
}

/** Ends what runs of killed scripts left behind. Their folders are named after the process that made them, and stay. */
export async function endOldRuns(prefix: string): Promise<void> {
  for (const name of readdirSync(dirname(prefix)).filter((each) => each.startsWith(basename(prefix)))) {
    const owner = Number.parseInt(name.slice(basename(prefix).length), 10);
    if (!existsSync(`/proc/${owner}`)) await endRun(join(dirname(prefix), name));
  }
}

/** Starts a program with its output in a file. Its environment names the run's folder, by which it is found at the end. */
export function startProgram(
  command: readonly string[],
  { folder, log, account }: { folder: string; log: string; account: Account | null },
): Program {
  const output = openSync(log, 'a');
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: environmentOf(folder),
    stdio: ['ignore', output, output],
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  child.once('error', () => {});
  child.unref();
  closeSync(output);
  return {
    child,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
  };
}

const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
  LC_ALL: 'C.UTF-8',
  HOME: folder,
  WATTLE_CLUSTER_RUN: folder,
});

export class CommandError extends Error {}

/** Runs a program to its end, while everything else goes on. Returns its output. @throws CommandError with its output */
export function run(
  command: readonly string[],
  folder: string,
  account: Account | null,
  input = '',
): Promise<string> {
  const [program = '', ...args] = command;
  const owner = account && { uid: account.uid, gid: account.gid };
  const options = { cwd: folder, env: environmentOf(folder), maxBuffer: 64 * 1024 * 1024, ...owner };
  return new Promise((done, failed) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error) failed(new CommandError(`${command.join(' ')}: ${error.message}\n${stdout}${stderr}`));
      else done(stdout);
    });
    // A program that asks nothing may have closed it.
    child.stdin?.on('error', () => {}).end(input);
  });
}

/** Waits until a condition holds. @throws Error that names it after `seconds` */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await pause(100);
  }
}
