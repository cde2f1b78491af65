import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../domain/errors.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { StaffJob } from '../../../../domain/staff/jobs.ts';
import type { ProviderRoleId } from '../../../../domain/staff/given-roles.ts';
import { newPin, newShareId, pinPlace } from '../../../db/sealing/account-secrets.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/** A staff member to create. `email` is normalised. */
export type NewStaffMember = {
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  /** The job; null if the form has none. */
  role: StaffJob | null;
  permission_role_id: ProviderRoleId;
  provider_id: string;
  language: Language;
  /** Signs in at the organisation, joined by a mailed link, without an invitation (PROV-34, D-50). */
  isExternal: boolean;
};

/** Refuses an address that any account has or had. `message` is shown at the form's field. */
export async function refuseKnownAddress(
  tx: Tx,
  email: string,
  message: 'error.userExists' | 'error.email_in_use',
): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('email', '=', email), where('legacy_email', '=', email)]))
    .executeTakeFirst();
  if (known) throw new AppError('existingUser', { fields: [{ field: 'email', message }] });
}

/**
 * Creates a staff member of a provider: invited by e-mail or, for an external provider, active without a password (API-39,
 * API-50). Returns the id of the invitation; null if none is sent. The caller emits `staff.invited`, or
 * `account.organisation-link-wanted`.
 * @throws AppError `existingUser` at `email`
 */
export async function makeStaffMember(
  { tx, services, now }: { tx: Tx; services: Pick<Services, 'keyring'>; now: Date },
  { isExternal, ...member }: NewStaffMember,
): Promise<{ userId: string; invitationId: string | null }> {
  await refuseKnownAddress(tx, member.email, 'error.userExists');
  const userId = randomUUID();
  const invitationId = isExternal ? null : randomUUID();
  const made = await tx
    .insertInto('users')
    .values({
      ...member,
      id: userId,
      pin_sealed: services.keyring.seal(pinPlace(userId), newPin()),
      share_id: newShareId(),
      created_at: now,
      ...(isExternal
        ? { status: 'active', login_provider: 'external', cognito_sync_status: 'external-provider' }
        : { status: 'invited', invitation_id: invitationId, invite_date: now }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another call took the address at the same moment.
  if (made.numInsertedOrUpdatedRows !== 1n)
    throw new AppError('existingUser', { fields: [{ field: 'email', message: 'error.userExists' }] });
  return { userId, invitationId };
}
