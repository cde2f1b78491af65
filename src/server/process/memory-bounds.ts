/**
 * What Node is started with so that the server stays small. Left alone, it takes its bounds from the memory of the machine
 * (four gigabytes on a large one) and clears up late. In megabytes: the part for what is new, of which there are two, and
 * the part for what stays. Measured in docs/decisions/0020-memory.md.
 */
const heap: Readonly<Record<string, number>> = {
  '--max-semi-space-size': 16,
  '--max-old-space-size': 1_024,
};

/** Places from which glibc hands out memory. It makes eight for each processor, and each keeps what it once had. */
const arenas = { MALLOC_ARENA_MAX: '2' };

/** Bytes that small buffers share. One that is kept keeps all its neighbours, of which Node 26 puts 64 kB together. */
const sharedBuffer = 8_192;

/** What a process was started with. */
export type Started = {
  execArgv: readonly string[];
  env: NodeJS.ProcessEnv;
};

/** The bounds that no one chose for a process: options to add, and variables. Undefined when every one was chosen. */
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
 * Keeps the memory of this process within bounds. Those of V8 and glibc hold from the first moment of a process only, so
 * it begins again with them under the same number: call it before anything is opened or loaded. Bounds that the operator
 * chose stay. Where a process cannot begin again (Windows, or one that another Node talks with) it goes on as it is.
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
