import { can } from '../../../../../domain/access/access.ts';
import type { Actor } from '../../../../../domain/access/actors.ts';
import { moveUndoEnds, moveUndoMs, moveUndoProblem } from '../../../../../domain/customers/moves.ts';
import { fullName } from '../../../../../domain/names.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { findUndoSubject } from './move-subject.ts';

/**
 * A move of a customer that the caller can undo now. `by` is the staff member who moved the customer; null when their account is
 * deleted.
 */
export type RecentMove = {
  id: string;
  from: string;
  to: string;
  by: string | null;
  at: Date;
  undo_until: Date;
};

/** Loads the newest move of a customer; null if the caller cannot undo it (D-63). */
export async function findRecentMove(
  tx: Tx,
  services: Services,
  actor: Actor,
  userId: string,
): Promise<RecentMove | null> {
  const now = services.clock();
  const newest = await tx
    .selectFrom('customer_moves')
    .leftJoin('users as staff', 'staff.id', 'customer_moves.moved_by')
    .select(['customer_moves.id', 'staff.first_name', 'staff.last_name'])
    .where('user_id', '=', userId)
    .where('moved_at', '>', new Date(now.getTime() - moveUndoMs))
    .where('undone_at', 'is', null)
    .orderBy('moved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return null;
  const { id } = newest;
  const subject = await findUndoSubject({ id, user_id: userId }, { tx, lock: false, services });
  const [move, customer] = [subject?.moves[0], subject?.customers[0]];
  if (!subject || !move || !customer || can(actor, 'customers.move', subject) !== 'allow') return null;
  if (moveUndoProblem(move, customer.provider_id, now) !== null) return null;
  const nameOf = (houseId: string | null) => subject.known.find((house) => house.id === houseId)?.name ?? '';
  return {
    ...{ id, from: nameOf(move.fromId), to: nameOf(move.toId), by: fullName(newest) || null },
    ...{ at: move.movedAt, undo_until: moveUndoEnds(move.movedAt) },
  };
}
