import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { can, kindOf, type Action, type SubjectOf } from '../../domain/access/access.ts';
import { actingStaffOf } from '../../domain/access/done-by.ts';
import type { Event } from '../../domain/events.ts';
import { AppError } from '../../domain/errors.ts';
import { logForbidden, refusedAccess } from './audit/access-denied-log.ts';
import { recording } from './audit/audit.ts';
import type { Context, Tx } from './context.ts';
import { sharingConnection } from '../db/shared-connection.ts';
import { inTransaction, type Finish } from '../db/transaction.ts';
import { inSpan, type Part } from '../ports/traces/port.ts';
import {
  findAnswer,
  forgetOlderAnswers,
  rememberedAnswer,
  repeatableOf,
  type Repeatable,
} from './idempotency.ts';
import { inputContextOf, parseInput, type InputContext } from './input.ts';
import { countTries, type CountedTries, type Tries } from './limits/limit.ts';
import { atLeast } from './limits/minimum-duration.ts';
import { Refused } from './refused.ts';
import type { Asked, Details, Loading, Work } from './work.ts';

type Loaded<A extends Action> = SubjectOf<A> | null;
/** The subject that `run` receives: a missing one was refused before. */
type Present<L> = [L] extends [null] ? null : NonNullable<L>;
type Promised<Value> = Value | Promise<Value>;

/** Slow work before the transaction: hashing, drawing a picture, calling another service. */
export type Preparation<Input, Subject, Prepared> = {
  /** Calls for which this returns false skip the preparation: `run` then receives undefined. */
  needed?: undefined extends Prepared ? (input: Input) => boolean : never;
  run: (asked: Asked<Input, Subject>) => Promised<Prepared>;
};

export type OperationDefinition<
  Schema extends z.ZodMiniType,
  A extends Action,
  L extends Loaded<A>,
  Confirmed,
  Prepared,
  Output,
  Answer,
> = {
  name: string;
  kind: 'read' | 'write';
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
  /** Minimum response time in milliseconds, so that the response time reveals nothing. */
  minimumDuration?: number;
};

export type Operation<Answer> = {
  readonly name: string;
  readonly kind: 'read' | 'write';
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
  type Input = z.output<Schema>;
  const { name, kind, input: schema, limit, confirm, prepare, afterCommit } = definition;
  const { action } = definition.access;

  /** Loads the subject and checks access. @throws AppError when access is denied */
  async function allowed(context: Context, input: Input, tx: Tx, lock: boolean): Promise<Present<L>> {
    const { services, actor } = context;
    const subject = await definition.access.subject(input, { actor, tx, services, lock });
    const decision = can(actor, action, subject);
    if (decision !== 'allow') throw refusedAccess(context, { name, action }, decision);
    if (subject === null && kindOf(action) !== 'none') throw new AppError('not-found');
    return subject as Present<L>;
  }

  type Found = { confirmed: Confirmed; prepared: Prepared };

  /** Runs the operation in `tx`. A write ends with the statement that records it. */
  async function perform(
    context: Context,
    input: Input,
    tx: Tx,
    found: Found,
    attempt: Attempt,
  ): Promise<Finish<Output | Refused>> {
    const { services, actor, meta } = context;
    const subject = await allowed(context, input, tx, kind === 'write');
    attempt.isAllowed = true;
    const events: Event[] = [];
    let change: RawBuilder<unknown> | null = null;
    let details: Details = {};
    let chain = chainOf(subject);
    const changed: string[] = [];
    const now = services.clock();
    const auditDetails = (more: Details, person?: string) => {
      details = { ...details, ...more };
      if (person) chain = person;
    };
    // Actions of staff in a customer's account must never appear as the customer's own (D-59).
    const staffId = actingStaffOf(actor);
    const by = staffId === null ? {} : { staff_id: staffId, inside: true };
    const output = await definition.run({
      input,
      subject,
      actor,
      tx,
      now,
      services,
      meta,
      ...found,
      auditDetails,
      changedFields: (fields) => void changed.push(...fields),
      withFinalStatement(statement) {
        if (change) throw new Error(`${name} has more than one final statement`);
        change = statement;
      },
      emit(type, payload) {
        if (kind === 'read') throw new Error(`${name} is a read operation, which leaves no events`);
        events.push({ type, payload: { ...payload, ...by } } as Event);
      },
      refuse(error, more) {
        auditDetails({ refused: error.code, ...more });
        return new Refused(error);
      },
    });
    if (kind === 'read') return { output, last: null };
    attempt.leavesEvents = events.length > 0;
    const repeatable = output instanceof Refused ? null : attempt.repeatable;
    const answer = repeatable && rememberedAnswer(services, repeatable, output);
    const entry = { chain, at: now, actor, action: name, subjectId: subjectIdOf(chain), details };
    const visit = output instanceof Refused ? null : visitOf(context, changed);
    return { output, last: recording(services.secrets, entry, { events, answer, change, visit }) };
  }

  /** Records a wrong password or code at a repeated check in the audit trail. */
  async function recordWrongConfirmation({ services, actor }: Context, subject: Present<L>, error: AppError) {
    const chain = chainOf(subject);
    const details = { refused: error.code };
    const entry = {
      chain,
      at: services.clock(),
      actor,
      action: name,
      subjectId: subjectIdOf(chain),
      details,
    };
    await recording(services.secrets, entry, { events: [] }).execute(services.db);
  }

  /** Runs the phases before the transaction. The attempts it counts are in `counted`, to be settled later. */
  async function before(
    context: Context,
    input: Input,
    counted: CountedTries,
    repeatable: Repeatable | null,
  ): Promise<Found | Remembered> {
    const { services, actor, meta } = context;
    const subject = await allowed(context, input, services.db, false);
    const remembered = repeatable && !confirm && (await findAnswer(services, repeatable));
    if (remembered) return { remembered: remembered.answer };
    const asked: Asked<Input, Present<L>> = {
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
      if (kind === 'write' && error instanceof AppError && error.code === 'invalid')
        await recordWrongConfirmation(context, subject, error);
      throw error;
    });
    const prepared = prepare && isNeeded(prepare, input) ? await prepare.run(asked) : undefined;
    return { confirmed, prepared } as Found;
  }

  async function write(
    context: Context,
    input: Input,
    found: Found,
    attempt: Attempt,
  ): Promise<Output | Refused> {
    const { services } = context;
    const { repeatable } = attempt;
    const output = await inTransaction(services.db, (tx) =>
      perform(context, input, tx, found, attempt),
    ).catch(async (error: unknown) => {
      logForbidden(context, { name, action }, error);
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

  const hasPhases = limit !== undefined || confirm !== undefined;
  const none = { confirmed: undefined, prepared: undefined } as Found;

  async function call(context: Context, raw: unknown): Promise<Answer> {
    const { services } = context;
    const input = parseInput(typeof schema === 'function' ? schema(inputContextOf(services)) : schema, raw);
    const counted = countTries(services);
    const repeatable = kind === 'read' ? null : repeatableOf(context, name, input);
    const attempt: Attempt = { repeatable, isAllowed: false, leavesEvents: false };
    const output = await counted.settle(async () => {
      const needsPhases = hasPhases || (prepare !== undefined && isNeeded(prepare, input));
      const found = needsPhases ? await before(context, input, counted, repeatable) : none;
      if ('remembered' in found) return found.remembered as Output;
      const done =
        kind === 'read'
          ? (await perform(context, input, sharingConnection(services.db), found, attempt)).output
          : await write(context, input, found, attempt);
      if (done instanceof Refused) throw done.error;
      return done;
    });
    return afterCommit ? afterCommit(output, context) : (output as unknown as Answer);
  }

  const { minimumDuration } = definition;
  const bounded: typeof call = minimumDuration
    ? (context, raw) => atLeast(minimumDuration, () => call(context, raw))
    : call;
  const part: Part = { name, kind: 'internal', facts: { 'wattle.operation': name } };
  const self: Operation<Answer> = {
    name,
    kind,
    action,
    input: schema,
    call: (context, raw) => inSpan(context.services.trace, part, () => bounded(context, raw)),
  };
  made.add(self);
  return self;
}

type Remembered = { remembered: unknown };

/** One call of an operation: its key, if it is repeatable, and its progress. */
type Attempt = { readonly repeatable: Repeatable | null; isAllowed: boolean; leavesEvents: boolean };

const isNeeded = <Input>(
  { needed }: { needed?: ((input: Input) => boolean) | undefined },
  input: Input,
): boolean => needed?.(input) ?? true;

/** Returns the audit chain of a subject: its person's, or the platform's. */
const chainOf = (subject: unknown): string =>
  typeof subject === 'object' && subject !== null && 'ownerId' in subject
    ? String(subject.ownerId)
    : 'platform';

const subjectIdOf = (chain: string): string | null => (chain === 'platform' ? null : chain);

/** Returns the fields that a staff member in the account changed, for its owner; null for any other actor. */
const visitOf = ({ actor, meta: { sessionId } }: Context, fields: readonly string[]) =>
  actor.kind === 'person' && actor.actingStaffId !== null && sessionId !== null
    ? { sessionId, fields }
    : null;
