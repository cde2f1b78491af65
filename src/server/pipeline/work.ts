import type { RawBuilder } from 'kysely';
import type { Actor, Subject } from '../../domain/access/access.ts';
import type { RequestMeta, Services, Tx } from './context.ts';

/** Facts for the audit row: never an answer, a PIN or a Medicare number. */
export type Details = Record<string, string | number | boolean | null>;
/** An event for the jobs. */
export type Event = { type: string; payload: Record<string, unknown> };

/** What an operation's `run` has to hand. For a write, `tx` is its transaction. */
export type Work<Input, Loaded extends Subject> = {
  input: Input;
  subject: Loaded;
  actor: Actor;
  tx: Tx;
  now: Date;
  services: Services;
  meta: RequestMeta;
  /** Adds facts to the operation's audit row. `chain` names the person concerned where the subject does not. */
  note(details: Details, chain?: string): void;
  /** A change that nothing waits for, at most one: it becomes part of the statement that writes the audit row. */
  alongside(change: RawBuilder<unknown>): void;
  /** Leaves an event that the jobs take up after the commit. */
  emit(type: string, payload: Record<string, unknown>): void;
};

/** The part of a work that loading the subject may use. */
export type Loading = { actor: Actor; tx: Tx; services: Services };
