import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../domain/errors.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import type { Connection, Database } from '../connection/connect.ts';
import { createChangedCards } from './changed-cards.ts';
import { createPositions } from './positions.ts';
import {
  askPosition,
  askPrimary,
  askReplica,
  type PrimaryAnswer,
  type ReplicaAnswer,
} from './replica-questions.ts';
import type { ReplicaFacts, ReplicaProblem } from './replica-facts.ts';
import { createServing, type ServedKind } from './serving.ts';

/** A replica of the database, from which the emergency page reads while the primary does not answer (docs/decisions/0141). */
export type Replica = {
  readonly db: Database;
  /** Number of server processes, among which the guesses at a card are divided while the primary is away. */
  readonly processes: number;
  /** Whether the primary does not answer. Then its next answer is waited for here, and by no request. */
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
  facts(): ReplicaFacts;
  /** Numbers of requests answered from the replica since the start, by kind. */
  counts(): Readonly<Record<ServedKind, number>>;
  close(): Promise<void>;
};

/** Interval between two questions, in milliseconds, to the primary and to the replica each. */
const everyMs = 1_000;

/** How long a committed change waits for the replica: every process asks the primary at least once in this time. */
const arrivalMs = 3_000;

/** Interval between two looks at the replica for a change, in milliseconds. */
const lookAgainMs = 20;

/** How long after the first answer of the primary the lag may be unknown without being logged, in milliseconds. */
const firstMs = 5_000;

const words: Record<Exclude<ReplicaProblem, 'unknown'>, string> = {
  unreachable: 'it does not answer',
  'other-database': 'it is not a replica of DATABASE_URL',
  'is-primary': 'it is no replica, but accepts changes itself',
  behind: 'it lags by more than ten minutes, or its lag is not known yet',
};

const refused = () => new AppError('unavailable', { details: { reason: 'database' } });

export type ReplicaOptions = {
  /** One connection to the primary with a timeout of a second. */
  primary: Connection;
  replica: Connection;
  processes: number;
  log: WriteLine;
};

/** Watches primary and replica every second. Waits for nothing: a replica that does not answer delays no start. */
export function watchReplica({ primary, replica, processes, log }: ReplicaOptions): Replica {
  const positions = createPositions();
  const changed = createChangedCards();
  const serving = createServing(log);
  let known: { primary: PrimaryAnswer | null; replica: ReplicaAnswer | null } = {
    primary: null,
    replica: null,
  };
  let isUnreachable = false;
  let lastAnswer: Date | null = null;
  /** Whether the server was a replica when the primary last answered. */
  let wasReplica = false;
  let reported: ReplicaProblem | null = 'unknown';
  let failures = 0;
  /** When the primary answered first. */
  let firstAt = Number.POSITIVE_INFINITY;
  let isAway = false;

  function problem(): ReplicaProblem | null {
    if (isUnreachable) return 'unreachable';
    if (!known.replica || !known.primary) return 'unknown';
    if (known.replica.database !== known.primary.database) return 'other-database';
    // A replica that was promoted while the primary is away has everything that it had before.
    if (!known.replica.isReplica && !(isAway && wasReplica)) return 'is-primary';
    if (changed.isFull()) return 'behind';
    if (lagMs() !== null) return null;
    return performance.now() - firstAt < firstMs ? 'unknown' : 'behind';
  }

  const lagMs = () => known.replica && positions.lagOf(known.replica.position);

  /** Logs each change of the replica's state once. */
  function report(): void {
    const now = problem();
    if (now === reported || now === 'unknown') return;
    if (now !== null) log(`The replica is not used: ${words[now]}.`, 'error');
    else if (reported !== 'unknown') log('The replica can be used again.');
    reported = now;
  }

  function setAway(value: boolean): void {
    if (isAway === value) return;
    isAway = value;
    if (value) serving.begin(() => problem());
    else serving.end();
  }

  async function watchPrimary(): Promise<void> {
    try {
      const answer = await askPrimary(primary.pool, known.primary === null);
      failures = 0;
      firstAt = Math.min(firstAt, performance.now());
      const isAhead = positions.add({ at: performance.now(), position: answer.position });
      if (!isAhead) changed.clear();
      changed.add(answer.changes);
      known = { ...known, primary: answer };
      setAway(false);
      wasReplica = known.replica?.isReplica === true;
    } catch {
      failures += 1;
      if (failures > 1) setAway(true);
    }
    report();
  }

  async function watchOther(): Promise<void> {
    try {
      const answer = await askReplica(replica.pool, changed.missing());
      isUnreachable = false;
      lastAnswer = new Date();
      if (known.primary === null || answer.database === known.primary.database)
        changed.confirm(answer.found, performance.now());
      known = { ...known, replica: answer };
      if (!isAway) wasReplica = answer.isReplica;
    } catch {
      isUnreachable = true;
    }
    report();
  }

  const asking = [repeatedly(watchPrimary), repeatedly(watchOther)] as const;

  return {
    db: replica.db,
    processes,
    isPrimaryAway: () => isAway,
    primaryFailed() {
      setAway(true);
      // Only this request may have failed.
      void asking[0].now();
    },
    async requireCurrent(userId) {
      const isCurrent = () => problem() === null && !changed.isMissing(userId);
      // The last question may be a second old, and the change known only since.
      if (!isCurrent() && !isUnreachable) await asking[1].now();
      if (isCurrent()) return;
      serving.refused();
      throw refused();
    },
    lackingNow: changed.missingNow,
    requireReachable() {
      if (!isUnreachable) return;
      serving.refused();
      throw refused();
    },
    served: serving.served,
    async changeArrived() {
      if (reported === 'other-database' || reported === 'is-primary') return;
      const position = await askPosition(primary.pool).catch(() => Promise.reject(refused()));
      const until = performance.now() + arrivalMs;
      while (performance.now() < until) {
        const answer = await askReplica(replica.pool, []).catch(() => null);
        if (answer && answer.position >= position) return;
        await pause(answer ? lookAgainMs : 10 * lookAgainMs);
      }
      await askPosition(primary.pool).catch(() => Promise.reject(refused()));
    },
    facts: () => ({ problem: problem(), lagMs: lagMs(), lastAnswer, servingSince: serving.since() }),
    counts: serving.counts,
    async close() {
      for (const each of asking) each.stop();
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

/** Runs work every second, never twice at once. `now` runs it without waiting for the next second, and settles when it is done. */
function repeatedly(work: () => Promise<void>): { now(): Promise<void>; stop(): void } {
  let running: Promise<void> | undefined;
  const run = () => (running ??= work().finally(() => (running = undefined)));
  void run();
  const timer = setInterval(() => void run(), everyMs).unref();
  return {
    /** Work that is running may have begun before the reason for this call. */
    async now() {
      await running;
      await run();
    },
    stop: () => clearInterval(timer),
  };
}
