import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseState } from '../db/probe.ts';
import type { OutageLog } from './outage-log.ts';

/**
 * Whether a balancer should send traffic to this server. What is wrong for every server alike (the database) is only a word:
 * were all taken out for it, the balancer's bare 503 would replace the emergency page with the telephone number.
 */
export type Readiness =
  | { ok: true; database: DatabaseState['database'] | 'disk-full' }
  | { ok: false; reason: 'draining' | 'schema' };

export type Health = {
  /** Answers within about a second, however the database is. */
  readiness(): Promise<Readiness>;
  /** From now on this server is not ready, so that a balancer leads new calls elsewhere. */
  drain(): void;
  isDraining(): boolean;
};

/** How long an answer of the database is kept, and how long it is waited for, in milliseconds. */
const freshMs = 1_000;

/** Judges this server from the state of the database, which is asked at most once a second however many want to know. */
export function createHealth(probe: () => Promise<DatabaseState>, outages: OutageLog): Health {
  let draining = false;
  let known: (DatabaseState & { at: number }) | undefined;
  let asking: { since: number; done: Promise<void> } | undefined;
  /** The last verdict that could be reached: a database that is away does not change it. */
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
      };
    },
    drain: () => void (draining = true),
    isDraining: () => draining,
  };
}
