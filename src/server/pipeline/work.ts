import type { RawBuilder } from 'kysely';
import type { Actor } from '../../domain/access/actors.ts';
import type { RequestMeta, Services, Tx } from './context.ts';
import type { Tries } from './limits/limit.ts';
import type { Refused } from './refused.ts';
import type { EventName, Events } from '../../domain/events.ts';
import type { AppError } from '../../domain/errors.ts';

/** Facts for the audit row: never an answer, a PIN or a Medicare number. */
export type Details = Record<string, string | number | boolean | null>;

/** The values that an operation's `run` receives. For a write, `tx` is its transaction. */
export type Work<Input, Subject = unknown, Confirmed = unknown, Prepared = unknown> = {
  input: Input;
  /** The subject of the operation; a write has locked it. Null only for operations without a subject. */
  subject: Subject;
  actor: Actor;
  tx: Tx;
  /** For an export: where its rows are read after the transaction. Otherwise `tx`. */
  rows: Tx;
  now: Date;
  services: Services;
  meta: RequestMeta;
  /** Result of `confirm`. */
  confirmed: Confirmed;
  /** Result of `prepare`. */
  prepared: Prepared;
  /** Adds facts to the operation's audit row. `chain` names the person concerned if the subject does not. */
  auditDetails(details: Details, chain?: string): void;
  /**
   * Records the keys of the fields that the operation changed, without their values. If a staff member is in the account, the
   * owner sees the keys with the visit.
   */
  changedFields(fields: readonly string[]): void;
  /** Adds a change whose result `run` does not need, at most one: it becomes part of the statement that writes the audit row. */
  withFinalStatement(change: RawBuilder<unknown>): void;
  /** Adds an event that the jobs handle after the commit. */
  emit<Name extends EventName>(type: Name, payload: Events[Name]): void;
  /**
   * Refuses the call but keeps the changes: the transaction commits, with `refused` in the audit row, and the caller gets the
   * error. For attempts that must be recorded. `return` the result.
   */
  refuse(error: AppError, details?: Details): Refused;
};

/**
 * The values available for loading a subject. A write loads it with `lock` inside its transaction, where the row must be locked.
 */
export type Loading = { actor: Actor; tx: Tx; services: Services; lock: boolean };

/** The values available to the phases before the transaction. Nothing is locked yet. */
export type Asked<Input, Subject> = {
  input: Input;
  subject: Subject;
  actor: Actor;
  now: Date;
  services: Services;
  meta: RequestMeta;
  /** Counts more attempts, which are settled like those of `limit`. @throws AppError `rate-limited` */
  consume(tries: Tries): Promise<void>;
};
