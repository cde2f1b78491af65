import type { PdfState } from '../documents/pdf-process/pdf-pool.ts';
import type { Readiness } from '../http/health.ts';
import type { QueueState } from '../jobs/queue-state.ts';
import type { HandOver } from './services/hand-overs.ts';
import type { ServiceFacts } from './services/service-watch.ts';

/** Facts about this server, from the same sources as `/metrics` and `/readyz`. Only `compose.ts` assembles it. */
export type ServerState = {
  /** The watched services, after their first check. */
  services(): readonly ServiceFacts[];
  handOvers(): readonly HandOver[];
  pdf(): PdfState;
  readiness(): Promise<Readiness>;
  /** Whether this server works on the database in use. */
  isInUse(): boolean;
  /** @throws when the database is unavailable */
  queues(): Promise<readonly QueueState[]>;
  /** Names of the nightly jobs. */
  nightlyTasks: readonly string[];
};
