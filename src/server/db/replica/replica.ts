import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { AppError } from '../../../domain/errors.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import type { Connection, Database } from '../connection/connect.ts';
import { askPosition, askReplica } from './replica-questions.ts';
import type { ReplicaFacts } from './replica-facts.ts';
import { ListReads, type ListOutcome } from './list-reads.ts';
import { ReplicaWatch } from './replica-watch.ts';
import { createServing, type ServedKind } from './serving.ts';

/**
 * A replica of the database, from which the emergency page reads while the primary does not answer (docs/decisions/0141), and lists
 * while it does (docs/decisions/0151).
 */
export type Replica = {
  readonly db: Database;
  /** Number of server processes, among which the guesses at a card are divided while the primary is unavailable. */
  readonly processes: number;
  /** Whether the primary does not respond. While it does not, only this watch waits for it; requests do not. */
  isPrimaryAway(): boolean;
  /** Records that the primary did not answer a request in time. */
  primaryFailed(): void;
  /**
   * Checks that the replica shows the state of a person's card and plan that the primary last had; null for an unknown card.
   * @throws AppError `unavailable` if it does not, or if that is not known
   */
  requireCurrent(userId: string | null): Promise<void>;
  /** Returns whether the replica may lack a change of a person's card now, before a read; null for an unknown card. */
  lackingNow(): (userId: string | null) => boolean;
  /** Refuses at once while the replica does not answer. @throws AppError `unavailable` */
  requireReachable(): void;
  /** Counts a request that was answered from the replica. */
  served(kind: ServedKind): void;
  /**
   * Waits until no process can show the state before a change that was just committed, for three seconds at most.
   * @throws AppError `unavailable` if the replica lacks the change and the primary is gone: it may be lost
   */
  changeArrived(): Promise<void>;
  /**
   * Returns the database for one call that may read from the replica: its statements run there if it has everything that was
   * acknowledged before the first of them, and otherwise on `primary`.
   */
  reading(primary: Database): Database;
  facts(): ReplicaFacts;
  /** Numbers of calls that could read from the replica, by outcome, since the start. */
  listCounts(): Readonly<Record<ListOutcome, number>>;
  /** Numbers of requests answered from the replica since the start, by kind. */
  counts(): Readonly<Record<ServedKind, number>>;
  close(): Promise<void>;
};

/** Interval between two questions, in milliseconds, to the primary and to the replica each. */
const everyMs = 1_000;

/** How long a committed change waits for the replica: every process asks the primary at least once in this time. */
const arrivalMs = 3_000;

/** Polling interval for a change on the replica, in milliseconds. */
const lookAgainMs = 20;

const refused = () => new AppError('unavailable', { details: { reason: 'database' } });

export type ReplicaOptions = {
  /** One connection to the primary with a timeout of a second. */
  primary: Connection;
  replica: Connection;
  /** Separate connections to the replica, so that no list delays a card. */
  lists: Connection;
  processes: number;
  log: WriteLine;
};

/** Watches primary and replica every second. Waits for nothing: a replica that does not answer delays no start. */
export function watchReplica({ primary, replica, lists, processes, log }: ReplicaOptions): Replica {
  const serving = createServing(log);
  const watch = new ReplicaWatch({ primary: primary.pool, replica: replica.pool, serving, log });
  const listReads = new ListReads({ watch, lists, log });
  const asking = [repeatedly(() => watch.askPrimary()), repeatedly(() => watch.askReplica())] as const;

  function refuse(): never {
    serving.refused();
    throw refused();
  }

  return {
    db: replica.db,
    processes,
    isPrimaryAway: () => watch.isAway,
    primaryFailed() {
      watch.setAway(true);
      // Only this request may have failed.
      void asking[0].now();
    },
    async requireCurrent(userId) {
      // The last question may be a second old, and the change known only since.
      if (!watch.isCurrent(userId) && !watch.isUnreachable) await asking[1].now();
      if (!watch.isCurrent(userId)) refuse();
    },
    lackingNow: () => watch.changed.missingNow(),
    requireReachable() {
      if (watch.isUnreachable) refuse();
    },
    served: serving.served,
    async changeArrived() {
      if (!watch.isTrusted) return;
      const position = await askPosition(primary.pool).catch(() => Promise.reject(refused()));
      if (await hasReplayed(replica.pool, position)) return;
      await askPosition(primary.pool).catch(() => Promise.reject(refused()));
    },
    reading: (primary) => listReads.reading(primary),
    listCounts: () => listReads.counts(),
    facts: () => ({ ...watch.facts(), servingSince: serving.since() }),
    counts: serving.counts,
    async close() {
      for (const each of asking) each.stop();
      await Promise.all([primary.close(), replica.close(), lists.close()]);
    },
  };
}

/** Waits until the replica has replayed the log up to a position; false if it has not within three seconds. */
async function hasReplayed(replica: pg.Pool, position: number): Promise<boolean> {
  const until = performance.now() + arrivalMs;
  while (performance.now() < until) {
    const answer = await askReplica(replica, []).catch(() => null);
    if (answer && answer.position >= position) return true;
    await pause(answer ? lookAgainMs : 10 * lookAgainMs);
  }
  return false;
}

/** Runs work every second, never twice at once. `now` runs it without waiting for the next second, and settles when it is done. */
function repeatedly(work: () => Promise<void>): { now(): Promise<void>; stop(): void } {
  let running: Promise<void> | undefined;
  const run = () => (running ??= work().finally(() => (running = undefined)));
  void run();
  const timer = setInterval(() => void run(), everyMs).unref();
  return {
    /** A running refresh may have started before the change that caused this call. */
    async now() {
      await running;
      await run();
    },
    stop: () => clearInterval(timer),
  };
}
