import * as z from 'zod/mini';
import {
  archiveUndoProblem,
  archiveUndoProblemTexts,
} from '../../../../../domain/customers/actions/archive-undo.ts';
import type { StatusChange } from '../../../../../domain/customers/actions/archive-undo.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { idempotencyKey } from '../../../../pipeline/repeated-calls/idempotency.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import { refuseUnoffered } from '../guard.ts';
import { restoreArchived } from '../status-operations.ts';
import { findActionSubject } from '../subject.ts';

const templates = [
  'archived',
  'reactivated',
  'suspended',
] as const satisfies readonly StatusChange['template'][];

/** Returns the newest change of a customer's status by staff; null for none. */
async function findNewestStatusChange(tx: Tx, userId: string): Promise<StatusChange | null> {
  const newest = await tx
    .selectFrom('recent_activities')
    .select(['template', 'actor_id as actorId', 'created_at as at'])
    .where('user_id', '=', userId)
    .where('template', 'in', templates)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ template: StatusChange['template'] }>()
    .executeTakeFirst();
  return newest ?? null;
}

/**
 * Restores a customer whom the caller archived within the last ten minutes, unless another person changed the status since.
 * @throws AppError `conflict` for another status, after ten minutes, and when the caller did not archive the customer
 */
export const undoCustomerArchive = operation({
  name: 'undoCustomerArchive',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()), idempotency_key: idempotencyKey }),
  access: {
    action: 'customer.archive',
    subject: ({ user_id }, loading) => findActionSubject(user_id, loading),
  },
  async run(work) {
    const { subject, actor, tx, now } = work;
    await refuseUnoffered({ ...work, input: { seen: 'archived' } }, 'unarchive');
    const newest = await findNewestStatusChange(tx, subject.ownerId);
    const problem = archiveUndoProblem(newest, callerId(actor), now);
    if (problem)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: archiveUndoProblemTexts[problem] }],
      });
    return restoreArchived(work);
  },
});
