/**
 * Options of Node that keep the server's memory small. By default Node derives its limits from the memory of the machine (four
 * gigabytes on a large one) and collects garbage late. In megabytes: each of the two semi-spaces for new objects, and the old
 * space. Measured in docs/decisions/0020-memory.md.
 */
const heap: Readonly<Record<string, number>> = {
  '--max-semi-space-size': 16,
  '--max-old-space-size': 1_024,
};

/** Number of glibc's memory arenas. By default glibc makes eight for each processor, and each keeps the memory it once had. */
const arenas = { MALLOC_ARENA_MAX: '2' };

/** Size of the memory that small buffers share, in bytes. A retained buffer keeps all of it; Node 26 would share 64 kB. */
const sharedBuffer = 8_192;

/** The options and variables with which a process was started. */
export type Started = {
  execArgv: readonly string[];
  env: NodeJS.ProcessEnv;
};

/** Returns the limits that are not set for a process: options to add, and variables. Undefined if all are set. */
export function boundsLeftOpen({ execArgv, env }: Started): Started | undefined {
  const chosen = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].map((option) =>
    option.replaceAll('_', '-'),
  );
  const options = Object.entries(heap)
    .filter(
      ([name]) => !chosen.some((option) => option.startsWith(name) || option.startsWith('--max-heap-size')),
    )
    .map(([name, size]) => `${name}=${size}`);
  const variables = Object.fromEntries(Object.entries(arenas).filter(([name]) => env[name] === undefined));
  const isOpen = options.length > 0 || Object.keys(variables).length > 0;
  return isOpen ? { execArgv: options, env: variables } : undefined;
}

/**
 * Limits the memory of this process. V8 and glibc read their limits only when a process starts, so this restarts the process with
 * them under the same process id: call it before anything is opened or loaded. Keeps limits set by the operator. A process that
 * cannot restart (on Windows, or with an IPC channel to a parent) continues unchanged.
 */
export function keepMemoryInBounds(): void {
  const open = boundsLeftOpen(process);
  if (open && process.execve && !process.connected) {
    const { execPath, execArgv, argv, env } = process;
    process.execve(execPath, [execPath, ...execArgv, ...open.execArgv, ...argv.slice(1)], {
      ...env,
      ...open.env,
    });
  }
  Buffer.poolSize = sharedBuffer;
}
