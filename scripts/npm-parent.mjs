// npm starts scripts in a shell. When npm exits or is killed, neither the shell nor the script is notified.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns a process's name and parent; null if it does not exist. */
function look(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      return {
        name: stat.slice(stat.indexOf('(') + 1, end),
        parent: Number(stat.slice(end + 2).split(' ')[1]),
      };
    } catch {
      return null;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name] = /^\s*(\d+)\s+(.*)$/m.exec(stdout ?? '') ?? [];
  return name === undefined ? null : { name, parent: Number(parent) };
}

const isShell = (name) => /(^|\/)-?\w*sh$/.test(name);

/**
 * Calls back once when npm, which started this script, has ended. Call it first: an earlier end cannot be detected. Does
 * nothing where a person or a process manager started the script without npm, or where processes keep their parents (Windows).
 */
export function whenNpmGone(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const found = look(parent);
  // Where the script replaced npm's shell, the parent is npm itself, and the processes above it may end.
  const npm = found && isShell(found.name) ? found.parent : undefined;
  const watch = setInterval(() => {
    const isThere = process.ppid === parent && (npm === undefined || look(parent)?.parent === npm);
    if (isThere) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}
