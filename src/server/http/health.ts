import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseState } from '../db/connection/probe.ts';
import type { ReplicaFacts, ReplicaProblem } from '../db/replica/replica-facts.ts';
import type { OutageLog } from './logging/outage-log.ts';

/**
 * Whether a balancer should send traffic to this server. A problem of all servers (the database) is reported only as a word: if
 * it removed all of them, the balancer's bare 503 would replace the emergency page with the telephone number.
 */
export type Readiness =
  | {
      ok: true;
      database: DatabaseState['database'] | 'disk-full';
      replica?: ReplicaProblem | 'ok' | 'serving';
    }
  | { ok: false; reason: 'draining' | 'schema' };

export type Health = {
  /** Answers within about a second, whatever the state of the database. */
  readiness(): Promise<Readiness>;
  /** Makes this server not ready from now on, so that a balancer sends new calls to other servers. */
  drain(): void;
  isDraining(): boolean;
};

/** How long a result of the database check is cached, and its timeout, in milliseconds. */
const freshMs = 1_000;

const replicaWord = ({ problem, servingSince }: ReplicaFacts) => problem ?? (servingSince ? 'serving' : 'ok');

/**
 * Creates the readiness check, which queries the database at most once a second, however many requests arrive.
 * @param replica facts about the replica, where there is one
 */
export function createHealth(
  probe: () => Promise<DatabaseState>,
  outages: OutageLog,
  replica?: () => ReplicaFacts,
): Health {
  let draining = false;
  let known: (DatabaseState & { at: number }) | undefined;
  let asking: { since: number; done: Promise<void> } | undefined;
  /** The last known result: a database outage does not change it. */
  let fits = true;

  async function ask(): Promise<void> {
    const found = await probe();
    fits = found.fits ?? fits;
    known = { ...found, at: performance.now() };
    if (found.database === 'away') outages.observed('database');
    if (found.database === 'read-only') outages.observed('read-only');
    asking = undefined;
  }

  async function state(): Promise<DatabaseState['database']> {
    const now = performance.now();
    if (known && now - known.at < freshMs) return known.database;
    asking ??= { since: now, done: ask() };
    const left = asking.since + freshMs - now;
    if (left > 0) await Promise.race([asking.done, pause(left, undefined, { ref: false })]);
    return !asking && known ? known.database : 'away';
  }

  return {
    async readiness() {
      if (draining) return { ok: false, reason: 'draining' };
      const database = await state();
      if (draining) return { ok: false, reason: 'draining' };
      if (!fits) return { ok: false, reason: 'schema' };
      return {
        ok: true,
        database: database === 'ok' && outages.isCurrent('disk-full') ? 'disk-full' : database,
        ...(replica && { replica: replicaWord(replica()) }),
      };
    },
    drain: () => void (draining = true),
    isDraining: () => draining,
  };
}
