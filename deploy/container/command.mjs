// Functions that run programs, for the scripts of this folder.
import { execFile, spawnSync } from 'node:child_process';

/** Whether a program is installed. */
export const isInstalled = (program) =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0;

/**
 * Runs a program to its end, without a shell. Returns its exit code and output.
 * @throws Error with its output, when it fails and `mayFail` is not set
 */
export function run([program, ...args], { mayFail = false, isShown = false, env } = {}) {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      if (error && !mayFail)
        reject(new Error(`${program} ${args[0]} failed:\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`));
      else resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() });
    });
    if (isShown) {
      child.stdout.pipe(process.stderr);
      child.stderr.pipe(process.stderr);
    }
  });
}

/** Calls `attempt` every 50 ms until it returns a value other than undefined. @throws Error after `seconds` */
export async function waitFor(what, attempt, seconds = 60) {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await attempt();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what} was not available within ${seconds} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
