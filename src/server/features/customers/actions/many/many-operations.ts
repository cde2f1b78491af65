import * as z from 'zod/mini';
import { archiveUndoEnds } from '../../../../../domain/customers/actions/archive-undo.ts';
import { changedAtMost } from '../../../../../domain/customers/actions/chosen.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { idempotencyKey } from '../../../../pipeline/repeated-calls/idempotency.ts';
import { nothing } from '../../../../pipeline/subjects.ts';
import { sendReminder } from '../inviting/invitation-operations.ts';
import { moveCustomers, undoCustomerMove } from '../moving/move-operations.ts';
import { findTarget } from '../moving/move-subject.ts';
import { archiveCustomer } from '../status-operations.ts';
import { changeEach, type ChangedEach, type NotChanged } from './change-each.ts';
import { undoCustomerArchive } from './archive-undo-operation.ts';

const id = z.string().check(z.uuid());
const ids = z.array(id);
const access = { action: 'customers.change', subject: nothing } as const;

/** Result of changing many customers. */
export type ChangedMany = { done: string[]; refused: NotChanged[]; undo_until: Date | null };

const idsIn = ({ done }: ChangedEach<unknown>): string[] => done.map((each) => each.id);

const numbersOf = ({ done, refused }: ChangedEach<unknown>) => ({
  done: done.length,
  refused: refused.length,
});

/** Result of reminding many customers. */
export type Reminded = { sent: string[]; refused: NotChanged[] };

/**
 * Sends up to fifty invitations again, each as a call of its own.
 * @throws AppError `invalid` for more
 */
export const sendReminders = operation({
  name: 'sendReminders',
  kind: 'write',
  input: z.strictObject({ ids, idempotency_key: idempotencyKey }),
  access,
  prepare: {
    run: (asked) =>
      changeEach(asked, changedAtMost, (context, { id: each, idempotency_key }) =>
        sendReminder.call(context, { id: each, idempotency_key }),
      ),
  },
  async run({ prepared, auditDetails }): Promise<Reminded> {
    auditDetails({ sent: prepared.done.length, refused: prepared.refused.length });
    return { sent: idsIn(prepared), refused: prepared.refused };
  },
});

/**
 * Archives up to fifty customers, each as a call of its own. `seen` is the status of each that the caller saw, in the order of
 * `ids`. Those whose status has changed since are left alone.
 * @throws AppError `invalid` for more
 */
export const archiveCustomers = operation({
  name: 'archiveCustomers',
  kind: 'write',
  input: z.strictObject({
    ids,
    seen: z.optional(z.nullable(z.array(z.string()))),
    idempotency_key: idempotencyKey,
  }),
  access,
  prepare: {
    run: (asked) =>
      changeEach(asked, changedAtMost, (context, { id: user_id, at, idempotency_key }) =>
        archiveCustomer.call(context, {
          user_id,
          seen: asked.input.seen?.[at] ?? null,
          idempotency_key,
        }),
      ),
  },
  async run({ prepared, now, auditDetails }): Promise<ChangedMany> {
    auditDetails(numbersOf(prepared));
    return { done: idsIn(prepared), refused: prepared.refused, undo_until: archiveUndoEnds(now) };
  },
});

/**
 * Restores up to fifty customers whom the caller archived within the last ten minutes, each as a call of its own. Those whose
 * status another person changed since are left alone.
 * @throws AppError `invalid` for more
 */
export const undoCustomerArchives = operation({
  name: 'undoCustomerArchives',
  kind: 'write',
  input: z.strictObject({ ids, idempotency_key: idempotencyKey }),
  access,
  prepare: {
    run: (asked) =>
      changeEach(asked, changedAtMost, (context, { id: user_id, idempotency_key }) =>
        undoCustomerArchive.call(context, { user_id, idempotency_key }),
      ),
  },
  async run({ prepared, auditDetails }): Promise<ChangedMany> {
    auditDetails(numbersOf(prepared));
    return { done: idsIn(prepared), refused: prepared.refused, undo_until: null };
  },
});

/** Result of moving many customers. `moves[i]` is the id of the move of the customer `done[i]`. */
export type MovedMany = ChangedMany & { moves: string[] };

/**
 * Moves up to fifty customers to another house, each as a call of its own with a move of its own (D-63). `seen` is the house of
 * each that the caller saw, in the order of `ids`. Those who cannot be moved, or were moved since, are left alone.
 * @throws AppError `invalid` for more
 */
export const moveEachCustomer = operation({
  name: 'moveEachCustomer',
  kind: 'write',
  input: z.strictObject({
    ids,
    provider_id: id,
    seen: z.optional(z.nullable(ids)),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'customers.add', subject: findTarget },
  prepare: {
    run: (asked) =>
      changeEach(asked, changedAtMost, (context, { id: each, at, idempotency_key }) => {
        const { provider_id, seen } = asked.input;
        const house = seen?.[at];
        return moveCustomers.call(context, {
          ids: [each],
          provider_id,
          ...(house !== undefined && { seen: [house] }),
          idempotency_key,
        });
      }),
  },
  async run({ prepared, auditDetails }): Promise<MovedMany> {
    auditDetails(numbersOf(prepared));
    const ends = prepared.done.map(({ result }) => result.undo_until.getTime());
    return {
      done: idsIn(prepared),
      refused: prepared.refused,
      moves: prepared.done.map(({ result }) => result.id),
      undo_until: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    };
  },
});

/**
 * Undoes up to fifty moves, each as a call of its own (D-63). `done` and `refused` have the ids of moves.
 * @throws AppError `invalid` for more
 */
export const undoCustomerMoves = operation({
  name: 'undoCustomerMoves',
  kind: 'write',
  input: z.strictObject({ ids, idempotency_key: idempotencyKey }),
  access,
  prepare: {
    run: (asked) =>
      changeEach(asked, changedAtMost, (context, { id: move, idempotency_key }) =>
        undoCustomerMove.call(context, { id: move, idempotency_key }),
      ),
  },
  async run({ prepared, auditDetails }): Promise<ChangedMany> {
    auditDetails(numbersOf(prepared));
    return { done: idsIn(prepared), refused: prepared.refused, undo_until: null };
  },
});
