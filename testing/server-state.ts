import type { ServerState } from '../src/server/process/server-state.ts';

/** State of a server that has just started and has no jobs. */
export const newServerState: ServerState = {
  services: () => [],
  handOvers: () => [],
  pdf: () => ({ lastMade: null, failingSince: null, waiting: 0 }),
  readiness: () => Promise.resolve({ ok: true, database: 'ok' }),
  isInUse: () => true,
  queues: () => Promise.resolve([]),
  nightlyTasks: [],
};
