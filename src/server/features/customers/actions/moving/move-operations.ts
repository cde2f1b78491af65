import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  changesOfMove,
  customerMoveProblem,
  customerMoveProblemTexts,
  moveUndoEnds,
  moveUndoProblem,
  moveUndoProblemTexts,
  trialAfterMove,
  type CustomerMoveProblem,
  type MoveChange,
} from '../../../../../domain/customers/moves.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { TextKey } from '../../../../../domain/i18n/texts.ts';
import { idempotencyKey } from '../../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import { afterMove } from './after-move.ts';
import { findTakenIds, insertMoves, markUndone, movingCustomer, setHouses } from './move-store.ts';
import {
  findMoveSubject,
  findPreviewSubject,
  findUndoSubject,
  type MoveSubject,
  type UndoSubject,
} from './move-subject.ts';
import { takenIdIn } from '../store.ts';
import type { Tx } from '../../../../pipeline/context.ts';

const id = z.string().check(z.uuid());
const ids = z.array(id);

/** A customer in a preview of a move. */
export type PreviewedCustomer = {
  id: string;
  from_id: string | null;
  from: string | null;
  refused: TextKey | null;
};

/** Changes that a move would make, before it happens. `from` is null when the customers belong to several houses. */
export type CustomerMovePreview = {
  provider: string;
  from: string | null;
  organisation: string;
  phone: string | null;
  payer: string | null;
  changes: MoveChange[];
  customers: PreviewedCustomer[];
};

/** The reason for a customer who does not exist, or whom the caller may not move. */
const goneText: TextKey = 'error.customer.notFound';

/** Returns for each customer of a move why they cannot be moved; null if they can. */
async function judge(tx: Tx, { customers, to, known }: MoveSubject) {
  const wanted = customers.map((customer) => ({ ...customer, houseId: to.id }));
  const taken = await findTakenIds(tx, wanted);
  return customers.map((customer) => {
    const moving = movingCustomer(customer, known, taken);
    return { customer, moving, problem: customerMoveProblem(moving, to) };
  });
}

/**
 * Creates an error with the reason for each customer who cannot be moved. Its fields are ids of customers, because errors contain
 * no names.
 */
const refusedMoves = (problems: readonly [string, CustomerMoveProblem][], cause?: unknown) =>
  new AppError('invalid', {
    fields: problems.map(([field, problem]) => ({ field, message: customerMoveProblemTexts[problem] })),
    cause,
  });

const conflict = (message: TextKey, customers: readonly string[]) =>
  new AppError('conflict', { fields: [{ field: 'form', message }], details: { customers } });

/**
 * Returns the changes that a move of up to 500 customers to another house would make, and the customers who cannot be moved
 * (D-63). Customers outside the caller's scope have the same reason as unknown ones.
 * @throws AppError `invalid` for more
 */
export const previewCustomerMove = operation({
  name: 'previewCustomerMove',
  kind: 'read',
  input: z.strictObject({ ids, provider_id: id }),
  access: { action: 'customers.move', subject: findPreviewSubject },
  async run({ subject, tx }): Promise<CustomerMovePreview> {
    const { to, gone } = subject;
    const judged = await judge(tx, subject);
    const moving = judged.filter(({ problem }) => problem === null).map((each) => each.moving);
    const left = new Set(moving.map(({ from }) => from?.name ?? null));
    return {
      provider: to.name,
      from: left.size === 1 ? ([...left][0] ?? null) : null,
      ...{ organisation: to.organisation, phone: to.phone, payer: to.payer },
      changes: changesOfMove(moving, to),
      customers: [
        ...judged.map(({ customer, moving: { from }, problem }) => ({
          id: customer.ownerId,
          from_id: from?.id ?? null,
          from: from?.name ?? null,
          refused: problem && customerMoveProblemTexts[problem],
        })),
        ...gone.map((each) => ({ id: each, from_id: null, from: null, refused: goneText })),
      ],
    };
  },
});

/** Result of a move. */
export type CustomerMove = { id: string; provider: string; moved: string[]; undo_until: Date };

/** @throws AppError `conflict` when a customer's house is not the one that the caller saw */
function refuseStale({ customers }: MoveSubject, asked: readonly string[], seen?: readonly string[] | null) {
  if (!seen) return;
  const houseSeen = new Map(asked.map((userId, at) => [userId, seen[at] ?? null]));
  const changed = customers.filter(({ ownerId, provider_id }) => houseSeen.get(ownerId) !== provider_id);
  if (changed.length > 0)
    throw conflict(
      'error.move.changed',
      changed.map(({ ownerId }) => ownerId),
    );
}

/**
 * Moves customers to another house, all or none (D-63). From then on, staff of the previous houses can read nothing of them, also
 * inside an account. The move can be undone for ten minutes, after which the customers are notified.
 * @throws AppError `invalid` at the ids of customers who cannot be moved; `conflict` when one was moved meanwhile
 */
export const moveCustomers = operation({
  name: 'moveCustomers',
  kind: 'write',
  input: z.strictObject({
    ids,
    provider_id: id,
    seen: z.optional(z.nullable(ids)),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'customers.move', subject: findMoveSubject },
  async run(work): Promise<CustomerMove> {
    const { input, subject, actor, tx, now } = work;
    const { customers, to } = subject;
    refuseStale(subject, input.ids, input.seen);
    const judged = await judge(tx, subject);
    const problems = judged.flatMap(({ customer, problem }) =>
      problem ? [[customer.ownerId, problem] as [string, CustomerMoveProblem]] : [],
    );
    if (problems.length > 0) throw refusedMoves(problems);
    const [moveId, staffId] = [randomUUID(), callerId(actor)];
    const moved = customers.map((customer) => ({
      userId: customer.ownerId,
      houseId: to.id,
      trialEnds: trialAfterMove(customer.trial_end_date, to),
      // A room belongs to its house.
      room: null,
    }));
    await changeHouses(tx, moved, now);
    await insertMoves(tx, customers, { moveId, staffId, to: to.id, now });
    await afterMove(work, { template: 'customerMoved', moveId, moved });
    const undo_until = moveUndoEnds(now);
    for (const { ownerId, provider_id } of customers)
      work.emit('customer.moved', {
        ...{ user_id: ownerId, staff_id: staffId, move_id: moveId },
        ...{ from_id: provider_id, to_id: to.id, not_before: undo_until.toISOString() },
      });
    return { id: moveId, provider: to.name, moved: moved.map(({ userId }) => userId), undo_until };
  },
});

/** Changes the houses. @throws AppError `invalid` when another call took a customer's number at the same moment */
async function changeHouses(tx: Tx, moved: Parameters<typeof setHouses>[1], now: Date): Promise<void> {
  await setHouses(tx, moved, now).catch((error: unknown) => {
    if (!takenIdIn(error)) throw error;
    throw refusedMoves(
      moved.map(({ userId }) => [userId, 'idTaken']),
      error,
    );
  });
}

/** @throws AppError `conflict` with the customers whose move cannot be undone, and the reason for the first of them */
function refuseUndo({ customers, moves }: UndoSubject, now: Date): void {
  const found = moves.flatMap((move) => {
    const customer = customers.find(({ ownerId }) => ownerId === move.userId);
    const problem = customer && moveUndoProblem(move, customer.provider_id, now);
    return problem ? [{ userId: move.userId, problem }] : [];
  });
  const [first] = found;
  if (first)
    throw conflict(
      moveUndoProblemTexts[first.problem],
      found.map(({ userId }) => userId),
    );
}

/**
 * Undoes a move within ten minutes, for all its customers or for one of them: each returns to the earlier house, also to an
 * archived one (D-63). Requires the right to move the customers to those houses.
 * @throws AppError `conflict` when it is too late, already undone, or a customer was moved again; `invalid` when another customer
 * of the earlier house has the number
 */
export const undoCustomerMove = operation({
  name: 'undoCustomerMove',
  kind: 'write',
  input: z.strictObject({ id, user_id: z.optional(z.nullable(id)), idempotency_key: idempotencyKey }),
  access: { action: 'customers.move', subject: findUndoSubject },
  async run(work): Promise<{ id: string; moved: string[] }> {
    const { input, subject, tx, now } = work;
    refuseUndo(subject, now);
    const moved = subject.moves.flatMap(({ userId, fromId, trialEnds, room }) =>
      fromId !== null && subject.customers.some(({ ownerId }) => ownerId === userId)
        ? [{ userId, houseId: fromId, trialEnds, room }]
        : [],
    );
    await changeHouses(tx, moved, now);
    const userIds = moved.map(({ userId }) => userId);
    await markUndone(tx, input.id, userIds, now);
    await afterMove(work, { template: 'customerMoveUndone', moveId: input.id, moved });
    return { id: input.id, moved: userIds };
  },
});
