// npm starts scripts in a shell, and when it is ended or killed neither the shell nor the script hears of it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process's name and its parent; null when it is not there. */
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
 * Calls back once when npm, which started this script, is gone. Call it first: who is gone before cannot be known. Does
 * nothing where a person or a process manager started the script without npm, or where processes keep their parents (Windows).
 */
export function whenNpmGone(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const found = look(parent);
  // Where npm's shell replaced itself by the script, the parent is npm, and what is above it may go.
  const npm = found && isShell(found.name) ? found.parent : undefined;
  const watch = setInterval(() => {
    const isThere = process.ppid === parent && (npm === undefined || look(parent)?.parent === npm);
    if (isThere) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}
