import type * as z from 'zod/mini';
import { can, kindOf, type Action } from '../../domain/access/access.ts';
import { AppError } from '../../domain/errors.ts';
import { logForbidden, refusedAccess } from './audit/access-denied-log.ts';
import type { Context, Database, Services, Tx } from './context.ts';
import { sharingConnection } from '../db/transactions/shared-connection.ts';
import { inTransaction, type Finish } from '../db/transactions/transaction.ts';
import { inSpan, type Part } from '../ports/traces/port.ts';
import {
  findAnswer,
  forgetOlderAnswers,
  repeatableOf,
  type Repeatable,
} from './repeated-calls/idempotency.ts';
import { inputContextOf, parseInput, type InputContext } from './input.ts';
import { countTries, type CountedTries } from './limits/limit.ts';
import { atLeast } from './limits/minimum-duration.ts';
import type { Kind, Loaded, OperationDefinition, Present } from './operation-definition.ts';
import { finalStatement, noRecords, recordersOf, recordWrongConfirmation } from './records.ts';
import { Refused } from './refused.ts';
import type { Asked } from './work.ts';

export type Operation<Answer> = {
  readonly name: string;
  readonly kind: Kind;
  /** Where its rows are read, if they may come from the replica. */
  readonly reads: 'replica' | undefined;
  readonly action: Action;
  /** The schema of the input, for code that describes it elsewhere. */
  readonly input: z.ZodMiniType | ((at: InputContext) => z.ZodMiniType);
  /** @throws AppError for every refusal. */
  call(context: Context, input: unknown): Promise<Answer>;
};

const made = new WeakSet<object>();

/** True if a value was made by `operation`, and so runs every phase. */
export const isOperation = (value: unknown): value is Operation<unknown> =>
  typeof value === 'object' && value !== null && made.has(value);

/**
 * Creates an operation, the only way to do anything: parse, load the subject and check `can`, limit, confirm, prepare; then in
 * one transaction load the subject locked, check `can` again, run, audit, events, remembered answer, commit. A change and its
 * records commit together or not at all. Operations without the phases before the transaction start with the transaction.
 */
export function operation<
  Schema extends z.ZodMiniType,
  A extends Action,
  L extends Loaded<A>,
  Output,
  Confirmed = undefined,
  Prepared = undefined,
  Answer = Output,
>(definition: OperationDefinition<Schema, A, L, Confirmed, Prepared, Output, Answer>): Operation<Answer> {
  const { name, kind, input, minimumDuration } = definition;
  const phases = new Phases(definition);
  const bounded = minimumDuration
    ? (context: Context, raw: unknown) => atLeast(minimumDuration, () => phases.call(context, raw))
    : (context: Context, raw: unknown) => phases.call(context, raw);
  const part: Part = { name, kind: 'internal', facts: { 'wattle.operation': name } };
  const self: Operation<Answer> = {
    name,
    kind,
    reads: definition.reads,
    action: definition.access.action,
    input,
    call: (context, raw) => inSpan(context.services.trace, part, () => bounded(context, raw)),
  };
  made.add(self);
  return self;
}

/** Results of the phases before the transaction. */
type Found<Confirmed, Prepared> = { confirmed: Confirmed; prepared: Prepared };

/** The answer given earlier to the same call. */
type Remembered = { remembered: unknown };

/** One call of an operation: its key, if it is repeatable, and its progress. */
type Attempt = { readonly repeatable: Repeatable | null; isAllowed: boolean; leavesEvents: boolean };

/** The phases of an operation's calls. */
class Phases<
  Schema extends z.ZodMiniType,
  A extends Action,
  L extends Loaded<A>,
  Confirmed,
  Prepared,
  Output,
  Answer,
> {
  readonly #definition: OperationDefinition<Schema, A, L, Confirmed, Prepared, Output, Answer>;
  /** The operation as the log of refused access names it. */
  readonly #named: { name: string; action: A };
  readonly #none = { confirmed: undefined, prepared: undefined } as Found<Confirmed, Prepared>;

  constructor(definition: OperationDefinition<Schema, A, L, Confirmed, Prepared, Output, Answer>) {
    this.#definition = definition;
    this.#named = { name: definition.name, action: definition.access.action };
  }

  async call(context: Context, raw: unknown): Promise<Answer> {
    const { name, kind, input: schema, afterCommit, closesCard } = this.#definition;
    const { services } = context;
    const input = parseInput(typeof schema === 'function' ? schema(inputContextOf(services)) : schema, raw);
    const counted = countTries(services);
    const repeatable = kind === 'read' ? null : repeatableOf(context, name, input);
    const attempt: Attempt = { repeatable, isAllowed: false, leavesEvents: false };
    const output = await counted.settle(async () => {
      const found = this.#needsPhases(input)
        ? await this.#before(context, input, counted, repeatable)
        : this.#none;
      if ('remembered' in found) return found.remembered as Output;
      const done =
        kind === 'read'
          ? (await this.#perform(context, input, this.#rowsOf(services), found, attempt)).output
          : await this.#write(context, input, found, attempt);
      if (done instanceof Refused) throw done.error;
      return done;
    });
    if (closesCard) await services.replica?.changeArrived();
    return afterCommit ? afterCommit(output, context) : (output as unknown as Answer);
  }

  /** Whether a call has phases before its transaction. */
  #needsPhases(input: z.output<Schema>): boolean {
    const { limit, confirm } = this.#definition;
    return limit !== undefined || confirm !== undefined || this.#isPrepared(input);
  }

  #isPrepared(input: z.output<Schema>): boolean {
    const { prepare } = this.#definition;
    return prepare !== undefined && (prepare.needed?.(input) ?? true);
  }

  /** Loads the subject and checks access. @throws AppError when access is denied */
  async #allowed(context: Context, input: z.output<Schema>, tx: Tx, lock: boolean): Promise<Present<L>> {
    const { services, actor } = context;
    const { access } = this.#definition;
    const subject = await access.subject(input, { actor, tx, services, lock });
    const decision = can(actor, access.action, subject);
    if (decision !== 'allow') throw refusedAccess(context, this.#named, decision);
    if (subject === null && kindOf(access.action) !== 'none') throw new AppError('not-found');
    return subject as Present<L>;
  }

  /** Runs the phases before the transaction. The attempts it counts are in `counted`, to be settled later. */
  async #before(
    context: Context,
    input: z.output<Schema>,
    counted: CountedTries,
    repeatable: Repeatable | null,
  ): Promise<Found<Confirmed, Prepared> | Remembered> {
    const { name, kind, limit, confirm, prepare } = this.#definition;
    const { services, actor, meta } = context;
    const subject = await this.#allowed(context, input, services.db, false);
    const remembered = repeatable && !confirm && (await findAnswer(services, repeatable));
    if (remembered) return { remembered: remembered.answer };
    const asked: Asked<z.output<Schema>, Present<L>> = {
      input,
      subject,
      actor,
      now: services.clock(),
      services,
      meta,
      consume: (tries) => counted.consume(tries),
    };
    if (limit) await counted.consume(await limit(asked));
    const confirmed = await confirm?.(asked).catch(async (error: unknown) => {
      if (kind !== 'read' && error instanceof AppError && error.code === 'invalid')
        await recordWrongConfirmation(context, name, subject, error);
      throw error;
    });
    const prepared = prepare && this.#isPrepared(input) ? await prepare.run(asked) : undefined;
    return { confirmed, prepared } as Found<Confirmed, Prepared>;
  }

  /** Runs a write in a transaction; a repeated call gets the answer given earlier. */
  async #write(
    context: Context,
    input: z.output<Schema>,
    found: Found<Confirmed, Prepared>,
    attempt: Attempt,
  ): Promise<Output | Refused> {
    const { services } = context;
    const { repeatable } = attempt;
    const output = await inTransaction(services.db, (tx) =>
      this.#perform(context, input, tx, found, attempt),
    ).catch(async (error: unknown) => {
      logForbidden(context, this.#named, error);
      // If the database is unavailable for the change, it is unavailable for this query too.
      if (!attempt.isAllowed || (error instanceof AppError && error.code === 'unavailable')) throw error;
      const earlier = repeatable && (await findAnswer(services, repeatable));
      if (!earlier) throw error;
      return earlier.answer as Output;
    });
    if (attempt.leavesEvents) services.eventsWaiting();
    // The change is committed: a failure here is corrected by a later call.
    if (repeatable && !(output instanceof Refused))
      await forgetOlderAnswers(services, repeatable).catch(() => {});
    return output;
  }

  /** Returns the database of the rows: the replica's, where the operation may read there, or the primary. */
  #rowsOf({ db, replica }: Services): Database {
    const primary = sharingConnection(db);
    return this.#definition.reads === 'replica' && replica ? replica.reading(primary) : primary;
  }

  /** Returns the database that decides on access: the primary, also for rows of the replica. */
  #checkedOn({ db }: Services, tx: Tx): Tx {
    return this.#definition.kind === 'read' && this.#definition.reads === 'replica' ? db : tx;
  }

  /** Runs the operation in `tx`. All but a read end with the statement that records it. */
  async #perform(
    context: Context,
    input: z.output<Schema>,
    tx: Tx,
    found: Found<Confirmed, Prepared>,
    attempt: Attempt,
  ): Promise<Finish<Output | Refused>> {
    const { name, kind } = this.#definition;
    const { services, actor, meta } = context;
    const subject = await this.#allowed(context, input, this.#checkedOn(services, tx), kind === 'write');
    attempt.isAllowed = true;
    const records = noRecords(subject);
    const now = services.clock();
    const output = await this.#definition.run({
      input,
      subject,
      actor,
      tx,
      // The rows of an export are read when its transaction is over.
      rows: kind === 'export' ? this.#rowsOf(services) : tx,
      now,
      services,
      meta,
      ...found,
      ...recordersOf(this.#definition, actor, records),
    });
    if (kind === 'read') return { output, last: null };
    attempt.leavesEvents = records.events.length > 0;
    const { repeatable } = attempt;
    return { output, last: finalStatement(context, { name, at: now, output, repeatable }, records) };
  }
}
