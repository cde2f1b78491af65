import type * as z from 'zod/mini';
import type { Action, SubjectOf } from '../../domain/access/access.ts';
import type { Context } from './context.ts';
import type { InputContext } from './input.ts';
import type { Tries } from './limits/limit.ts';
import type { Refused } from './refused.ts';
import type { Asked, Loading, Work } from './work.ts';

export type Loaded<A extends Action> = SubjectOf<A> | null;
/** The subject that `run` receives: a missing one was refused before. */
export type Present<L> = [L] extends [null] ? null : NonNullable<L>;
type Promised<Value> = Value | Promise<Value>;

/** Slow work before the transaction: hashing, drawing a picture, calling another service. */
export type Preparation<Input, Subject, Prepared> = {
  /** Calls for which this returns false skip the preparation: `run` then receives undefined. */
  needed?: undefined extends Prepared ? (input: Input) => boolean : never;
  run: (asked: Asked<Input, Subject>) => Promised<Prepared>;
};

/**
 * Kind of an operation. A `write` changes the database in a transaction and is recorded in the audit trail. An `export` is recorded in
 * the same way but changes nothing else: after its transaction the caller reads the exported rows from `Work.rows`.
 */
export type Kind = 'read' | 'write' | 'export';

/**
 * The kind of an operation. With `reads: 'replica'` its rows come from the replica of DATABASE_REPLICA_URL, where there is one that has
 * everything acknowledged before the call (docs/decisions/0151); the session, the subject, access and all records stay with the
 * primary. For lists and reports, never for what decides on access or on a change.
 */
type Kinds = { kind: Exclude<Kind, 'write'>; reads?: 'replica' } | { kind: 'write'; reads?: never };

export type OperationDefinition<
  Schema extends z.ZodMiniType,
  A extends Action,
  L extends Loaded<A>,
  Confirmed,
  Prepared,
  Output,
  Answer,
> = Kinds & {
  name: string;
  /** The whole input. A function if the rules depend on the date or on the operator's settings. */
  input: Schema | ((at: InputContext) => Schema);
  access: {
    action: A;
    /** Loads the subject of the operation; null if it does not exist. */
    subject: (input: z.output<Schema>, loading: Loading) => Promised<L>;
  };
  /** Attempts that count even if the call fails. @throws AppError `rate-limited` after too many */
  limit?: (asked: Asked<z.output<Schema>, Present<L>>) => Promised<Tries>;
  /** Checks the password or the second step again. @throws AppError `invalid` when it is wrong, which the audit trail records */
  confirm?: (asked: Asked<z.output<Schema>, Present<L>>) => Promise<Confirmed>;
  prepare?: Preparation<z.output<Schema>, Present<L>, Prepared>;
  run: (
    work: Work<z.output<Schema>, Present<L>, NoInfer<Confirmed>, NoInfer<Prepared>>,
  ) => Promise<Output | Refused>;
  /** Outside work after the commit that the answer waits for, such as sending a code to the text gateway. */
  afterCommit?: (output: NoInfer<Output>, context: Context) => Promise<Answer>;
  /**
   * Whether a card may open less than before once the call is answered: a new PIN, a plan no longer in force. Where there is a
   * replica, the answer waits until no process shows the state before.
   */
  closesCard?: true;
  /** Minimum response time in milliseconds, so that the response time reveals nothing. */
  minimumDuration?: number;
};
