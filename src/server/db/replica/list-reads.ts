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

/** Polling interval of the replica's position during that wait, in milliseconds. */
const againMs = 10;

/** Minimum interval between two log lines about failed reads, in milliseconds. */
const lineEveryMs = 60_000;

type Options = {
  watch: Pick<ReplicaWatch, 'isForLists' | 'suspect' | 'hasReached'>;
  lists: Pick<Connection, 'db' | 'pool'>;
  log: WriteLine;
};

/** Reads of lists, reports and exports from the replica (docs/decisions/0151). */
export class ListReads {
  readonly #options: Options;
  readonly #total: Record<ListOutcome, number> = { replica: 0, unusable: 0, behind: 0, failed: 0 };
  #lastLine = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  counts(): Readonly<Record<ListOutcome, number>> {
    return this.#total;
  }

  /** Returns the database of one call; see `Replica`. */
  reading(primary: Database): Database {
    const first = sharedProvider(this.#options.lists.db.getExecutor());
    const second = sharedProvider(primary.getExecutor());
    let opening: Promise<boolean> | undefined;
    let hasFailed = false;
    const connection: DatabaseConnection = {
      executeQuery: async (statement) => {
        if (!hasFailed && (await (opening ??= this.#isCurrent(primary)))) {
          try {
            return await first.provideConnection((replica) => replica.executeQuery(statement));
          } catch (error) {
            if (!databaseUnavailable(error)) throw error;
            // Statements that were sent together fail together.
            if (!hasFailed) this.#failed(error);
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
  }

  /** Returns whether a call reads from the replica. Waits up to `arrivalMs` until the replica has everything acknowledged before the call. */
  async #isCurrent(primary: Database): Promise<boolean> {
    const { watch } = this.#options;
    if (!watch.isForLists) return this.#notRead('unusable');
    let position: number;
    try {
      position = await askPositionOn(primary);
    } catch {
      // The call's own statements show what is wrong with the primary.
      return this.#notRead('unusable');
    }
    const patience = new AbortController();
    const { signal } = patience;
    try {
      const isOver = pause(arrivalMs, 'over', { signal });
      const found = await Promise.race([this.#reaches(position, signal), isOver]);
      if (found === 'over') return this.#failed(undefined);
      if (!found) {
        watch.suspect();
        return this.#notRead('behind');
      }
      this.#total.replica += 1;
      return true;
    } catch (error) {
      return this.#failed(error);
    } finally {
      patience.abort();
    }
  }

  /** Asks the replica until it has reached a position; false if it answers, but has not within the time. */
  async #reaches(position: number, signal: AbortSignal): Promise<boolean> {
    const { watch, lists } = this.#options;
    const until = performance.now() + arrivalMs - againMs;
    while (!signal.aborted) {
      const answer = await askReplica(lists.pool, []);
      if (watch.hasReached(answer, position)) return true;
      if (performance.now() + againMs > until) return false;
      await pause(againMs);
    }
    return false;
  }

  #notRead(outcome: Exclude<ListOutcome, 'replica'>): false {
    this.#total[outcome] += 1;
    return false;
  }

  #failed(error: unknown): false {
    const { watch, log } = this.#options;
    watch.suspect();
    if (performance.now() - this.#lastLine > lineEveryMs) {
      this.#lastLine = performance.now();
      log(`A list or report is read from the primary: the replica failed (${codeOf(error)}).`, 'error');
    }
    return this.#notRead('failed');
  }
}

/** Returns PostgreSQL's or the system's code of an error. */
function codeOf(error: unknown): string {
  const { code } = ((error instanceof Error && error.cause) || error || {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
}
