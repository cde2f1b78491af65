import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes: now, and the peak where the system reports it. */
export function memoryOf(id: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } catch {
    const now = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(id)]).toString()) / 1024;
    return { now, peak: now };
  }
}

/** Processor time that a process has used, in seconds (proc_pid_stat(5), utime and stime; Linux counts them in hundredths). */
export function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

type Stat = { pid: number; parent: number; own: number; reaped: number };

/** Reads the processor time of a process and of its children that ended, in seconds; null once it is gone. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const seconds = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / 100;
    return { pid, parent, own: seconds(11), reaped: seconds(13) };
  } catch {
    return null;
  }
}

/** Ids of the children of a process (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat): stat is Stat => stat?.parent === pid)
    .map((stat) => stat.pid);
}

/** Processor time of the children of a process, with those that ended, in seconds. */
export const childrenSecondsOf = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0), statOf(pid)?.reaped ?? 0);

/** The process that started this one. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;
