import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Work } from '../../../pipeline/work.ts';
import { removeAccount, sealReceiver } from '../../privacy/api.ts';
import { findContactsToTell } from '../../shared-plan/api.ts';
import { refuseUnoffered } from './guard.ts';
import { hasInvitationLeft } from './held-invitations.ts';
import { findActionSubject, type ActionSubject } from './subject.ts';

type Removing = Pick<Work<unknown, ActionSubject>, 'subject' | 'tx' | 'services' | 'emit'>;

/** Erases a customer with all that is theirs, as the deletion of an account does, and tells their trusted contacts. */
export async function removeCustomer({ subject, tx, services, emit }: Removing): Promise<void> {
  const { ownerId: userId, email } = subject;
  for (const contact of await findContactsToTell(tx, services, userId)) emit('contact.ended', contact);
  await removeAccount(tx, { userId, email });
}

/**
 * Removes a customer for good, at once (CACT-11, GAP-81, API-16). What stays is who did it and when, in the trail and among the
 * activities of the staff, without a name. Customers of other systems are removed there (CACT-17).
 * @throws AppError `conflict` with the row of now, and for a customer who is linked to another system
 */
export const deleteUser = operation({
  name: 'deleteUser',
  kind: 'write',
  input: z.strictObject({
    id: z.string().check(z.uuid()),
    type: z.literal('delete'),
    seen: z.optional(z.nullable(z.string())),
  }),
  access: { action: 'customer.change', subject: ({ id }, loading) => findActionSubject(id, loading) },
  async run(work) {
    const { subject, actor, tx, now, services, emit, auditDetails } = work;
    await refuseUnoffered(work, 'remove');
    if (subject.isLinked)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.customerLinkedExternal' }],
      });
    const { ownerId: user_id, provider_id, status } = subject;
    const receiver = sealReceiver(services, { ...subject, userId: user_id });
    const hasLeft = await hasInvitationLeft(tx, user_id);
    await removeCustomer(work);
    const staffId = callerId(actor);
    await recordActivity(tx, { template: 'removed', userId: staffId, actorId: staffId, at: now }, {});
    if (status === 'invited') {
      if (hasLeft) emit('customer.invitation-cancelled', { user_id, receiver, provider_id });
      emit('files.unowned', {});
    } else emit('account.deleted', { user_id, receiver });
    auditDetails({ was: status });
    return { id: user_id, kept: false };
  },
});
