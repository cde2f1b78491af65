import type pg from 'pg';
import type { WriteLine } from '../../ports/write-line.ts';
import { createChangedCards } from './changed-cards.ts';
import { createPositions } from './positions.ts';
import { askPrimary, askReplica, type PrimaryAnswer, type ReplicaAnswer } from './replica-questions.ts';
import type { ReplicaFacts, ReplicaProblem } from './replica-facts.ts';
import type { Serving } from './serving.ts';

/** How long after the first answer of the primary the lag may be unknown without being logged, in milliseconds. */
const firstMs = 5_000;

/** Lists are not read from a replica that lacks changes older than this, in milliseconds. */
const lateMs = 5_000;

const words: Record<Exclude<ReplicaProblem, 'unknown'>, string> = {
  unreachable: 'it does not answer',
  'other-database': 'it is not a replica of DATABASE_URL',
  'is-primary': 'it is no replica, but accepts changes itself',
  behind: 'it lags by more than ten minutes, or its lag is not known yet, or it has less than it had before',
};

type Watched = { primary: pg.Pool; replica: pg.Pool; serving: Serving; log: WriteLine };

/** State of primary and replica according to their last responses. */
export class ReplicaWatch {
  readonly #watched: Watched;
  readonly #positions = createPositions();
  readonly changed = createChangedCards();
  #primary: PrimaryAnswer | null = null;
  #replica: ReplicaAnswer | null = null;
  #lastAnswer: Date | null = null;
  #isUnreachable = false;
  #isAway = false;
  /** Whether the server was a replica when the primary last answered. */
  #wasReplica = false;
  #reported: ReplicaProblem | null = 'unknown';
  #failures = 0;
  /** Whether the replica had more of a log than its primary, as after a failover that lost changes. */
  #isAhead = false;
  #isLate = false;
  /**
   * The position up to which the replica had the log of this primary, and the run of the server then. A replica that was restored, or
   * lost its last log in a crash, has less than that: changes that were found in it may be missing again.
   */
  #furthest: { position: number; run: string } | null = null;
  /** When a read from the replica last failed or came too late; it is not read until it has answered a later question. */
  #suspectedAt = Number.NEGATIVE_INFINITY;
  /** When the primary answered first. */
  #firstAt = Number.POSITIVE_INFINITY;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Whether the primary does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Whether the replica did not answer the last question. */
  get isUnreachable(): boolean {
    return this.#isUnreachable;
  }

  /** False if the last report said that the server is no replica of this database. */
  get isTrusted(): boolean {
    return this.#reported !== 'other-database' && this.#reported !== 'is-primary';
  }

  setAway(value: boolean): void {
    if (this.#isAway === value) return;
    this.#isAway = value;
    const { serving } = this.#watched;
    if (value) serving.begin(() => this.#problem());
    else serving.end();
  }

  /** Whether lists may be read from the replica, if it has what the primary has acknowledged by then. */
  get isForLists(): boolean {
    const isSuspect = this.#suspectedAt > Number.NEGATIVE_INFINITY;
    return !this.#isAway && !isSuspect && !this.#isAhead && this.#problem() === null && !this.#lagsNow();
  }

  /** After a failed read: lists use the primary until the replica answers a check that begins after this call. */
  suspect(): void {
    this.#suspectedAt = performance.now();
  }

  /** Whether an answer shows a replica of this database that has the primary's log up to a position. */
  hasReached(answer: ReplicaAnswer, position: number): boolean {
    return answer.isReplica && answer.database === this.#primary?.database && answer.position >= position;
  }

  /** Whether the replica can be used, and lacks no change of this person's card; for null, of any card. */
  isCurrent(userId: string | null): boolean {
    return this.#problem() === null && !this.changed.isMissing(userId);
  }

  facts(): Omit<ReplicaFacts, 'servingSince'> {
    return { problem: this.#problem(), lagMs: this.#lagMs(), lastAnswer: this.#lastAnswer };
  }

  async askPrimary(): Promise<void> {
    const began = performance.now();
    const before = this.#replica;
    try {
      const answer = await askPrimary(this.#watched.primary, this.#primary === null);
      this.#failures = 0;
      this.#firstAt = Math.min(this.#firstAt, performance.now());
      const isAhead = this.#positions.add({ at: began, position: answer.position });
      if (!isAhead) this.changed.clear();
      this.#isAhead = before !== null && before.position > answer.position;
      if (!isAhead || this.#isAhead) this.#furthest = null;
      this.changed.add(answer.changes);
      this.#primary = answer;
      this.setAway(false);
      this.#wasReplica = this.#replica?.isReplica === true;
    } catch {
      this.#failures += 1;
      if (this.#failures > 1) this.setAway(true);
    }
    this.#report();
  }

  async askReplica(): Promise<void> {
    const began = performance.now();
    try {
      const answer = await askReplica(this.#watched.replica, this.changed.missing());
      this.#isUnreachable = false;
      if (began > this.#suspectedAt) this.#suspectedAt = Number.NEGATIVE_INFINITY;
      this.#lastAnswer = new Date();
      if (this.#primary === null || answer.database === this.#primary.database)
        this.changed.confirm(answer.found, performance.now());
      this.#replica = answer;
      if (answer.isReplica && answer.database === this.#primary?.database && !this.#hasLess())
        this.#furthest = { position: answer.position, run: answer.run };
      if (!this.#isAway) this.#wasReplica = answer.isReplica;
    } catch {
      this.#isUnreachable = true;
    }
    this.#report();
  }

  #problem(): ReplicaProblem | null {
    if (this.#isUnreachable) return 'unreachable';
    if (!this.#replica || !this.#primary) return 'unknown';
    if (this.#replica.database !== this.#primary.database) return 'other-database';
    // A replica that was promoted while the primary is unavailable still has all its data.
    if (!this.#replica.isReplica && !this.#isPromoted(this.#replica)) return 'is-primary';
    if (this.changed.isFull() || this.#hasLess()) return 'behind';
    if (this.#lagMs() !== null) return null;
    return performance.now() - this.#firstAt < firstMs ? 'unknown' : 'behind';
  }

  /**
   * Whether a server that accepts changes was promoted while the primary is unavailable, and is not another one that was restored
   * meanwhile.
   */
  #isPromoted({ run }: ReplicaAnswer): boolean {
    return this.#isAway && this.#wasReplica && run === this.#furthest?.run;
  }

  /** Whether the replica has less of the log than at an earlier answer. */
  #hasLess(): boolean {
    return this.#replica !== null && this.#replica.position < (this.#furthest?.position ?? 0);
  }

  #lagMs(): number | null {
    return this.#replica && this.#positions.lagOf(this.#replica.position);
  }

  /** Whether the replica may lack changes that are older than five seconds. */
  #lagsNow(): boolean {
    const reached = this.#replica && this.#positions.reachedAt(this.#replica.position);
    return reached === null || performance.now() - reached > lateMs;
  }

  /** Logs each change of the replica's state once. */
  #report(): void {
    const { log } = this.#watched;
    const now = this.#problem();
    if (now === null && !this.#isAway && this.#lagsNow() !== this.#isLate) {
      this.#isLate = !this.#isLate;
      if (this.#isLate)
        log(
          'Lists and reports are read from the primary: the replica lags by more than five seconds.',
          'error',
        );
      else log('Lists and reports are read from the replica again.');
    }
    if (now === this.#reported || now === 'unknown') return;
    if (now !== null) log(`The replica is not used: ${words[now]}.`, 'error');
    else if (this.#reported !== 'unknown') log('The replica can be used again.');
    this.#reported = now;
  }
}
