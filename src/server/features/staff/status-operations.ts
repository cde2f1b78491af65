import * as z from 'zod/mini';
import { isPlatformRole } from '../../../domain/access/actors.ts';
import { statusAfterSuspension } from '../../../domain/customers/status.ts';
import { operation } from '../../pipeline/operation.ts';
import { signOutStaff } from '../impersonation/api.ts';
import { sealReceiver } from '../privacy/api.ts';
import { clearSecondStep, voidChallenges } from '../second-step/api.ts';
import { voidTokens } from '../sign-in/api.ts';
import { refusal, refuseLastManager, refuseStale, rowAfter } from './guard.ts';
import * as store from './store.ts';
import { staffById, type StaffSubject } from './subject.ts';

const input = z.strictObject({
  id: z.string().check(z.uuid()),
  /** The status that the caller saw. */
  seen: z.optional(z.nullable(z.string())),
});
const access = { action: 'staff.change', subject: staffById } as const;

/**
 * True if the person has an account to notify them of. An invitation that was not accepted is pending again when a suspension
 * ends.
 */
const hasAccepted = ({ invitation_id, invite_date, invite_accepted_date }: StaffSubject) =>
  invite_accepted_date !== null || (invitation_id === null && invite_date === null);

/**
 * Suspends a staff member, who is notified and signed out at once, also of customers' accounts. The platform can suspend the last
 * manager of a provider's users, because it can also reactivate them.
 * @throws AppError `conflict` with the current row; `invalid`
 */
export const suspendProviderUser = operation({
  name: 'suspendProviderUser',
  kind: 'write',
  input,
  access,
  async run(work) {
    const { subject, actor, tx, now, emit, auditDetails } = work;
    await refuseStale(work, 'invited', 'active');
    const isByPlatform = actor.kind === 'person' && isPlatformRole(actor.role);
    if (!isByPlatform) await refuseLastManager(tx, subject, null, 'form');
    await store.setStatus(tx, subject.ownerId, 'suspended', now);
    await signOutStaff(work, subject.ownerId);
    await voidChallenges(tx, subject.ownerId);
    await voidTokens(tx, now, 'reset-password', subject.ownerId);
    if (hasAccepted(subject)) emit('staff.suspended', { user_id: subject.ownerId });
    auditDetails({ was: subject.status, status: 'suspended' });
    return rowAfter(work);
  },
});

/** Ends a suspension and notifies the staff member. @throws AppError `conflict` with the current row */
export const reactivateProviderUser = operation({
  name: 'reactivateProviderUser',
  kind: 'write',
  input,
  access,
  async run(work) {
    const { subject, tx, now, emit, auditDetails } = work;
    await refuseStale(work, 'suspended');
    const status = statusAfterSuspension({ hasAccepted: hasAccepted(subject) });
    await store.setStatus(tx, subject.ownerId, status, now);
    if (status === 'active') emit('staff.reactivated', { user_id: subject.ownerId });
    auditDetails({ was: subject.status, status });
    return rowAfter(work);
  },
});

/**
 * Removes a staff member: they are signed out at once and notified, the account cannot be opened again, and the address can be
 * invited again. Their past actions stay in the records under their name (API-50).
 * @throws AppError `conflict` with the current row, also for a contact person; `invalid` when no manager of the provider's users
 * would be left
 */
export const deleteProviderUser = operation({
  name: 'deleteProviderUser',
  kind: 'write',
  input,
  access,
  async run(work) {
    const { subject, tx, now, services, emit, auditDetails } = work;
    await refuseStale(work, 'invited', 'active', 'suspended');
    if (subject.isContact) throw await refusal(work, 'error.user.contactFirst');
    await refuseLastManager(tx, subject, null, 'form');
    const { ownerId, provider_id } = subject;
    if (hasAccepted(subject)) {
      const receiver = sealReceiver(services, { ...subject, userId: ownerId, for_my_self: true });
      emit('staff.removed', { user_id: ownerId, receiver, provider_id });
    }
    await signOutStaff(work, ownerId);
    await clearSecondStep(tx, now, ownerId);
    await store.takeAway(tx, ownerId, subject.status, now);
    auditDetails({ was: subject.status });
    return { id: ownerId };
  },
});
