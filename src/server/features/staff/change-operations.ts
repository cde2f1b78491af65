import * as z from 'zod/mini';
import { isPlatformRole } from '../../../domain/access/actors.ts';
import { isPlaceholderEmail } from '../../../domain/customers/placeholder-email.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { staffChangeForm } from '../../../domain/inputs/organisation/staff-member.ts';
import { operation } from '../../pipeline/operation.ts';
import { callerId } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { voidTokens } from '../sign-in/api.ts';
import { refuseRole } from './roles/given-roles.ts';
import { refusal, refuseLastManager, refuseStale, rowAfter } from './guard.ts';
import { invitingTries, knownAddressTries } from './inviting/inviting-tries.ts';
import { refuseKnownAddress } from './inviting/make-staff.ts';
import * as store from './store.ts';
import { staffById, type StaffSubject } from './subject.ts';

const id = z.string().check(z.uuid());
/** The status that the caller saw. */
const seen = z.optional(z.nullable(z.string()));
/** When the account was last changed, as the caller saw it. */
const seen_at = z.optional(z.nullable(z.iso.datetime()));

const savedOf = ({ first_name, last_name, email, phone, job }: StaffSubject) => ({
  first_name: first_name ?? '',
  last_name: last_name ?? '',
  email,
  phone: phone ?? '',
  role: job ?? '',
});

/** A save that was based on an older state changes nothing, and its refusal contains the saved values (D-18). */
function refuseOlder(subject: StaffSubject, seenAt: string | null | undefined): void {
  if (!seenAt || new Date(seenAt).getTime() === subject.updated_at.getTime()) return;
  throw new AppError('conflict', {
    details: { version: subject.updated_at.getTime(), saved: savedOf(subject) },
  });
}

/** Changes the address of an invitation that was not accepted, and sends it there. The previous link becomes invalid. */
async function moveInvitation(
  {
    actor,
    tx,
    now,
    subject,
    emit,
  }: Pick<Work<unknown, StaffSubject>, 'actor' | 'tx' | 'now' | 'subject' | 'emit'>,
  email: string,
): Promise<void> {
  if (subject.status !== 'invited') refuseInvalid([{ field: 'email', message: 'error.user.emailFixed' }]);
  if (isPlaceholderEmail(email)) refuseInvalid([{ field: 'email', message: 'field.email.invalid' }]);
  await refuseKnownAddress(tx, email, 'error.userExists');
  await voidTokens(tx, now, 'reset-password', subject.ownerId);
  const invitation_id = await store.renewInvitation(tx, subject.ownerId, now, email);
  const kind = subject.isContact ? 'contact-person' : 'staff';
  emit('staff.invited', { user_id: subject.ownerId, invitation_id, inviter_id: callerId(actor), kind });
}

/**
 * Changes the details of a staff member: name, telephone and job, and the address while the invitation is pending (API-50).
 * @throws AppError `invalid` at the fields; `existingUser` at `email`; `conflict` with `details.saved` when it was changed
 * meanwhile
 */
export const updateProviderUser = operation({
  name: 'updateProviderUser',
  kind: 'write',
  input: formInput(staffChangeForm({ asksJob: false }), { id, seen_at }),
  access: { action: 'staff.change', subject: staffById },
  limit: ({ input, subject, actor }) =>
    input.email !== subject.email && subject.status === 'invited'
      ? [...invitingTries(callerId(actor), input.email), ...knownAddressTries(callerId(actor))]
      : [],
  async run(work) {
    const { input, subject, tx, now, auditDetails } = work;
    const { id: _, seen_at: seenAt, email, phone, role, ...names } = input;
    const facts = { ...names, phone: phone || null, role: role || null };
    await refuseStale({ ...work, input: {} }, 'invited', 'active', 'suspended');
    refuseOlder(subject, seenAt);
    if (facts.role === null && !isPlatformRole(subject.role))
      refuseInvalid([{ field: 'role', message: 'error.user.labelRequired' }]);
    if (email !== subject.email) await moveInvitation(work, email);
    await store.saveFacts(tx, subject.ownerId, facts, now);
    auditDetails({ email_changed: email !== subject.email });
    return rowAfter(work);
  },
});

/**
 * Changes the permission role of a provider's staff member, from their next request on (API-51, PERM-05).
 * @throws AppError `invalid` at `permission_role_id` for a role that allows more than the caller's, and when no manager of the
 * provider's users would be left
 */
export const updateUserPermissionRole = operation({
  name: 'updateUserPermissionRole',
  kind: 'write',
  input: z.strictObject({ id, permission_role_id: z.int(), seen }),
  access: { action: 'staff.change', subject: staffById },
  async run(work) {
    const { input, subject, actor, tx, now, auditDetails } = work;
    await refuseStale(work, 'invited', 'active', 'suspended');
    // The platform's staff are created only by the operator's command, and cannot be changed here.
    if (isPlatformRole(subject.role)) throw await refusal(work, 'error.user.roleNotYours');
    await refuseRole(tx, actor, input.permission_role_id);
    const role = await store.findRole(tx, input.permission_role_id);
    await refuseLastManager(tx, subject, { ...role, status: subject.status }, 'permission_role_id');
    await store.setRole(tx, subject.ownerId, input.permission_role_id, now);
    auditDetails({ was: subject.permission_role_id, permission_role: input.permission_role_id });
    return rowAfter(work);
  },
});
