import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
