import * as z from 'zod/mini';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { newStaffForm } from '../../../../domain/inputs/organisation/staff-member.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { refuseUnconnected } from '../../provider-sign-in/api.ts';
import { refuseRole } from '../roles/given-roles.ts';
import { invitingTries, knownAddressTries } from './inviting-tries.ts';
import { findStaffRow, type StaffRow } from '../listing/list-store.ts';
import { makeStaffMember } from './make-staff.ts';
import { lockStaffFor } from '../subject.ts';

type Place = Subjects['provider'] & { isExternal: boolean };

/** Returns the provider to which staff are added: the given one, or the caller's own. Archived ones are refused. */
async function providerOf(
  { provider_id }: { provider_id?: string | null | undefined },
  loading: Loading,
): Promise<Place | null> {
  const { actor, tx, lock } = loading;
  if (lock) await lockStaffFor(loading);
  const own = actor.kind === 'person' ? actor.providerId : null;
  const id = provider_id ?? own;
  if (id === null && actor.kind === 'person' && isPlatformRole(actor.role))
    throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'error.customer.provider' }] });
  if (id === null) return null;
  const found = tx
    .selectFrom('providers')
    .select(['id', 'path', 'type'])
    .where('id', '=', id)
    .where('archived', '=', false);
  // Archiving and adding wait for each other; simultaneous additions do not.
  const row = await (lock ? found.forShare() : found).executeTakeFirst();
  if (!row) return null;
  const isExternal = row.type === 'external_provider';
  return { kind: 'provider', providerId: row.id, providerPath: row.path, isExternal };
}

/**
 * Adds a staff member to a provider and invites them by mail; staff of an external provider get the link that joins them to their
 * account at the organisation (API-50, GAP-98, PROV-34, D-50).
 * @throws AppError `invalid` at the fields, also for a role that allows more than the caller's; `existingUser` at `email`;
 * `rate-limited`
 */
export const insertProviderUser = operation({
  name: 'insertProviderUser',
  kind: 'write',
  input: formInput(newStaffForm, {
    provider_id: z.optional(z.nullable(z.string().check(z.uuid()))),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'staff.add', subject: providerOf },
  limit: ({ input, actor }) => [
    ...invitingTries(callerId(actor), input.email),
    ...knownAddressTries(callerId(actor)),
  ],
  async run({ input, subject, actor, tx, now, services, meta, emit, auditDetails }): Promise<StaffRow> {
    const { provider_id: _, idempotency_key: __, phone, role, ...named } = input;
    const member = { ...named, phone: phone || null, role: role || null };
    if (isPlaceholderEmail(member.email)) refuseInvalid([{ field: 'email', message: 'field.email.invalid' }]);
    await refuseRole(tx, actor, member.permission_role_id);
    const { providerId, providerPath, isExternal } = subject;
    if (isExternal) await refuseUnconnected(tx, providerPath, 'provider_id');
    const { userId, invitationId } = await makeStaffMember(
      { tx, services, now },
      { ...member, provider_id: providerId, language: meta.language, isExternal },
    );
    if (invitationId !== null)
      emit('staff.invited', {
        user_id: userId,
        invitation_id: invitationId,
        inviter_id: callerId(actor),
        kind: 'staff',
      });
    else emit('account.organisation-link-wanted', { user_id: userId });
    auditDetails({ provider: providerId, permission_role: member.permission_role_id }, userId);
    const row = await findStaffRow(tx, actor, userId);
    if (!row) throw new AppError('not-found');
    return row;
  },
});
