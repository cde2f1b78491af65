import * as z from 'zod/mini';
import { remindAfterMs } from '../../../../domain/customers/invitation.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneTime } from '../../../../domain/fields.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { refusal, rowAfter } from '../guard.ts';
import { invitingTries } from './inviting-tries.ts';
import * as store from '../store.ts';
import { staffById, type StaffSubject } from '../subject.ts';

/** Returns when an invitation can be sent again; null for immediately. */
function resendableAt({ invite_date }: StaffSubject, now: Date): Date | null {
  const at = invite_date === null ? now : new Date(invite_date.getTime() + remindAfterMs);
  return at > now ? at : null;
}

/**
 * Sends an invitation again, with a new link and a new term; the previous link becomes invalid. A contact person gets the text
 * for contact persons (GAP-90).
 * @throws AppError `conflict` with the current row; `rate-limited` within an hour of the last one
 */
export const resendStaffInvitation = operation({
  name: 'resendStaffInvitation',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'staff.change', subject: staffById },
  // A refused call sends nothing, so it does not count.
  limit: ({ subject, actor, now }) =>
    subject.status === 'invited' && resendableAt(subject, now) === null
      ? invitingTries(callerId(actor), subject.email)
      : [],
  async run(work) {
    const { subject, actor, tx, now, emit } = work;
    if (subject.status !== 'invited') throw await refusal(work, 'error.user.notInvited');
    const next = resendableAt(subject, now);
    if (next !== null)
      throw new AppError('rate-limited', {
        fields: [{ field: 'form', message: 'error.user.resendWait', params: { time: melbourneTime(next) } }],
        details: { retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1_000) },
      });
    const { ownerId: user_id, isContact } = subject;
    const invitation_id = await store.renewInvitation(tx, user_id, now);
    const kind = isContact ? 'contact-person' : 'staff';
    emit('staff.invited', { user_id, invitation_id, inviter_id: callerId(actor), kind });
    return rowAfter(work);
  },
});
