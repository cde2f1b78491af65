import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseConnection } from 'kysely';
import type { WriteLine } from '../../ports/write-line.ts';
import { databaseUnavailable, type Connection, type Database } from '../connection/connect.ts';
import { builderOn, sharedProvider } from '../transactions/shared-connection.ts';
import { askPositionOn, askReplica } from './replica-questions.ts';
import type { ReplicaWatch } from './replica-watch.ts';

/**
 * Outcomes of calls that may read from the replica: read there; not tried, because it cannot be used or lags; tried, but it lacked a
 * change; failed, at the beginning or after `replica`, and read from the primary.
 */
export const listOutcomes = ['replica', 'unusable', 'behind', 'failed'] as const;
export type ListOutcome = (typeof listOutcomes)[number];

/** How long a call waits for the replica to receive what the primary has acknowledged, in milliseconds. */
const arrivalMs = 250;

/** Interval between two questions in this time, in milliseconds. */
const againMs = 10;

/** Interval between two lines about failed reads, in milliseconds. */
const lineEveryMs = 60_000;

type Options = {
  watch: Pick<ReplicaWatch, 'isForLists' | 'suspect' | 'hasReached'>;
  lists: Pick<Connection, 'db' | 'pool'>;
  log: WriteLine;
};

export type ListReads = {
  reading(primary: Database): Database;
  counts(): Readonly<Record<ListOutcome, number>>;
};

/** Creates the reads of lists, reports and exports from the replica (docs/decisions/0151). */
export function createListReads({ watch, lists, log }: Options): ListReads {
  const total: Record<ListOutcome, number> = { replica: 0, unusable: 0, behind: 0, failed: 0 };
  let lastLine = Number.NEGATIVE_INFINITY;

  function notRead(outcome: Exclude<ListOutcome, 'replica'>): false {
    total[outcome] += 1;
    return false;
  }

  function failed(error: unknown): false {
    watch.suspect();
    if (performance.now() - lastLine > lineEveryMs) {
      lastLine = performance.now();
      log(`A list or report is read from the primary: the replica failed (${codeOf(error)}).`, 'error');
    }
    return notRead('failed');
  }

  /** Returns whether a call reads from the replica. Waits until that has everything acknowledged so far, for a moment at most. */
  async function isCurrent(primary: Database): Promise<boolean> {
    if (!watch.isForLists) return notRead('unusable');
    let position: number;
    try {
      position = await askPositionOn(primary);
    } catch {
      // The call's own statements show what is wrong with the primary.
      return notRead('unusable');
    }
    const patience = new AbortController();
    try {
      const isOver = pause(arrivalMs, 'over', { signal: patience.signal });
      const found = await Promise.race([reaches(position, patience.signal), isOver]);
      if (found === 'over') return failed(undefined);
      if (!found) {
        watch.suspect();
        return notRead('behind');
      }
      total.replica += 1;
      return true;
    } catch (error) {
      return failed(error);
    } finally {
      patience.abort();
    }
  }

  /** Asks the replica until it has reached a position; false if it answers, but has not within the time. */
  async function reaches(position: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + arrivalMs - againMs;
    while (!signal.aborted) {
      const answer = await askReplica(lists.pool, []);
      if (watch.hasReached(answer, position)) return true;
      if (performance.now() + againMs > until) return false;
      await pause(againMs);
    }
    return false;
  }

  return {
    counts: () => total,
    reading(primary) {
      const [first, second] = [lists.db, primary].map((db) => sharedProvider(db.getExecutor())) as [
        ReturnType<typeof sharedProvider>,
        ReturnType<typeof sharedProvider>,
      ];
      let opening: Promise<boolean> | undefined;
      let hasFailed = false;
      const connection: DatabaseConnection = {
        async executeQuery(statement) {
          if (!hasFailed && (await (opening ??= isCurrent(primary)))) {
            try {
              return await first.provideConnection((replica) => replica.executeQuery(statement));
            } catch (error) {
              if (!databaseUnavailable(error)) throw error;
              // Statements that were sent together fail together.
              if (!hasFailed) failed(error);
              hasFailed = true;
            }
          }
          return second.provideConnection((held) => held.executeQuery(statement));
        },
        streamQuery() {
          throw new Error('Statements are not streamed');
        },
      };
      return builderOn(
        primary.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
      );
    },
  };
}

/** Returns PostgreSQL's or the system's code of an error. */
function codeOf(error: unknown): string {
  const { code } = ((error instanceof Error && error.cause) || error || {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
}
