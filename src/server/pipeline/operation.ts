import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { can, type Action, type Subject } from '../../domain/access/access.ts';
import { AppError } from '../../domain/errors.ts';
import { recording } from './audit.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction, type Ending } from '../db/transaction.ts';
import { findAnswer, rememberedAnswer, repeatableOf } from './idempotency.ts';
import { parseInput } from './input.ts';
import { refusedAccess, tellForbidden } from './access-denied-log.ts';
import type { Details, Event, Loading, Work } from './work.ts';

export type OperationDefinition<Schema extends z.ZodMiniType, Loaded extends Subject, Output> = {
  name: string;
  kind: 'read' | 'write';
  input: Schema;
  access: {
    action: Action;
    /** Loads what the operation is done to; a write locks it. Null for operations on nothing in particular. */
    subject: (input: z.output<Schema>, loading: Loading) => Loaded | Promise<Loaded>;
  };
  run: (work: Work<z.output<Schema>, Loaded>) => Promise<Output>;
};

export type Operation<Output> = {
  readonly name: string;
  readonly kind: 'read' | 'write';
  readonly action: Action;
  /** @throws AppError for every refusal. */
  call(context: Context, input: unknown): Promise<Output>;
};

/**
 * The one way to do anything: parse, load the subject, ask `can`, run, audit, events, commit.
 * A change, its audit row, its events and its answer to a repeated call commit together or not at all.
 */
export function operation<Schema extends z.ZodMiniType, Loaded extends Subject, Output>(
  definition: OperationDefinition<Schema, Loaded, Output>,
): Operation<Output> {
  const { name, kind } = definition;
  const { action } = definition.access;

  /** Does the operation in `tx`. A write ends with the statement that records it. */
  async function perform(context: Context, input: z.output<Schema>, tx: Tx): Promise<Ending<Output>> {
    const { services, actor, meta } = context;
    const subject = await definition.access.subject(input, { actor, tx, services });
    const decision = can(actor, action, subject);
    if (decision !== 'allow') throw refusedAccess(context, { name, action }, decision);
    const events: Event[] = [];
    let change: RawBuilder<unknown> | null = null;
    let details: Details = {};
    let chain = subject?.ownerId ?? 'platform';
    const now = services.clock();
    const work: Work<z.output<Schema>, Loaded> = {
      input,
      subject,
      actor,
      tx,
      now,
      services,
      meta,
      note(more, person) {
        details = { ...details, ...more };
        if (person) chain = person;
      },
      alongside(statement) {
        if (change) throw new Error(`${name} has more than one change alongside`);
        change = statement;
      },
      emit: (type, payload) => void events.push({ type, payload }),
    };
    const output = await definition.run(work);
    if (kind === 'read') return { output, last: null };
    const subjectId = chain === 'platform' ? null : chain;
    const repeatable = repeatableOf(context, name, input);
    const answer = repeatable && rememberedAnswer(services, repeatable, output);
    const entry = { chain, at: now, actor, action: name, subjectId, details };
    return { output, last: recording(services.secrets, entry, { events, answer, change }) };
  }

  return {
    name,
    kind,
    action,
    async call(context, raw) {
      const input = parseInput(definition.input, raw);
      const { services } = context;
      if (kind === 'read') return (await perform(context, input, services.db)).output;
      const output = await inTransaction(services.db, (tx) => perform(context, input, tx)).catch(
        async (error: unknown) => {
          tellForbidden(context, { name, action }, error);
          // Where the database has no time for the change, it has none for this question either.
          if (error instanceof AppError && error.code === 'unavailable') throw error;
          const repeatable = repeatableOf(context, name, input);
          const before = repeatable && (await findAnswer(services, repeatable));
          if (!before) throw error;
          return before.answer as Output;
        },
      );
      services.eventsWaiting();
      return output;
    },
  };
}
