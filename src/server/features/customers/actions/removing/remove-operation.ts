import * as z from 'zod/mini';
import { AppError } from '../../../../../domain/errors.ts';
import { removalForm } from '../../../../../domain/inputs/customers/removal.ts';
import { formInput } from '../../../../../domain/inputs/form.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Work } from '../../../../pipeline/work.ts';
import { removeAccount, requestRemoval, takeRemovalBack } from '../../../privacy/api.ts';
import { findContactsToNotify } from '../../../shared-plan/api.ts';
import { refuseUnoffered, rowAfter } from '../guard.ts';
import { sendHeldInvitation } from '../inviting/held-invitations.ts';
import { findActionSubject, type ActionSubject } from '../subject.ts';

const id = z.string().check(z.uuid());
/** The status that the caller saw. */
const seen = z.optional(z.nullable(z.string()));

type Removing = Pick<Work<unknown, ActionSubject>, 'subject' | 'tx' | 'services' | 'emit'>;

/** Erases a customer with all data of the account, like the deletion of an account, and notifies their trusted contacts. */
export async function eraseCustomer({ subject, tx, services, emit }: Removing): Promise<void> {
  const { ownerId: userId, email } = subject;
  for (const contact of await findContactsToNotify(tx, services, userId)) emit('contact.ended', contact);
  await removeAccount(tx, { userId, email });
}

/**
 * Removes a customer (CACT-11, CACT-16, API-16): they disappear from every list except "To be removed", and are deleted after
 * thirty days unless the removal is cancelled (D-62). Customers of other systems are removed there (CACT-17).
 * @throws AppError `conflict` with the current row, and for a customer who is linked to another system; `forbidden` for a signed
 * plan, when the caller does not manage the organisation; `invalid` at `reason`
 */
export const deleteUser = operation({
  name: 'deleteUser',
  kind: 'write',
  input: formInput(removalForm, { id, type: z.literal('delete'), seen }),
  access: { action: 'customer.remove', subject: (input, loading) => findActionSubject(input.id, loading) },
  async run(work) {
    const { input, subject, actor, tx, now, services, emit, auditDetails } = work;
    await refuseUnoffered(work, 'remove');
    if (subject.isLinked)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.customerLinkedExternal' }],
      });
    const { ownerId: userId, status } = subject;
    const staffId = callerId(actor);
    const { reason } = input;
    const delete_on = await requestRemoval(tx, services, { userId, staffId, reason }, now);
    await recordActivity(tx, { template: 'removalRequested', userId, actorId: staffId, at: now }, {});
    emit('customer.removed', { user_id: userId, staff_id: staffId });
    auditDetails({ was: status, delete_on });
    return { id: userId, kept: false, delete_on };
  },
});

/**
 * Cancels the removal of a customer: the account is as it was (D-62).
 * @throws AppError `conflict` with the current row, when the customer is not being removed
 */
export const takeCustomerBack = operation({
  name: 'takeCustomerBack',
  kind: 'write',
  input: z.strictObject({ id, seen }),
  access: { action: 'customer.change', subject: (input, loading) => findActionSubject(input.id, loading) },
  async run(work) {
    const { subject, actor, tx, now, emit, auditDetails } = work;
    await refuseUnoffered(work, 'takeBack');
    const { ownerId: userId, status } = subject;
    const staffId = callerId(actor);
    await takeRemovalBack(tx, userId, now);
    await sendHeldInvitation(work, status);
    await recordActivity(tx, { template: 'removalTakenBack', userId, actorId: staffId, at: now }, {});
    emit('customer.taken-back', { user_id: userId, actor_id: staffId });
    auditDetails({ status });
    return rowAfter(work);
  },
});
