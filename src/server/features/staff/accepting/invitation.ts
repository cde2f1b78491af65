import { AppError } from '../../../../domain/errors.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import type { Role } from '../../../../domain/access/actors.ts';
import type { StaffJob } from '../../../../domain/staff/jobs.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { invitationWords, openInvitation } from '../../sign-up/api.ts';

/** An invitation to the staff of a provider that can be accepted now. */
export type StaffInvitation = {
  userId: string;
  invitationId: string;
  email: string;
  first_name: string | null;
  provider: string;
  role: Role;
  permission_role_id: number;
  job: StaffJob | null;
  /** The first staff member and contact person of a new provider. */
  isContact: boolean;
};

/** Creates the error for an invalid link, at the field that contains it. */
export const badInvitation = (message: TextKey) =>
  new AppError('invalid', { fields: [{ field: 'token', message }] });

type Reading = { tx: Tx; services: Pick<Services, 'secrets'>; now: Date };

/**
 * Opens the link of an invitation to the staff.
 * @throws AppError `invalid` at `token` with the text of the reason
 */
export async function readInvitation(
  { tx, services, now }: Reading,
  token: string,
): Promise<StaffInvitation> {
  const opened = await openInvitation(tx, services.secrets, now, 'staff-token', token);
  const { user_id: userId, invitation_id: invitationId, email } = opened?.invitation ?? {};
  if (!opened || userId === undefined || invitationId === undefined)
    throw badInvitation('error.signup.tokenBad');
  if (opened.problem) throw badInvitation(invitationWords[opened.problem]);
  const row = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.email',
      'users.first_name',
      'users.role as job',
      'users.permission_role_id',
      'permission_roles.role',
      'providers.name as provider',
      'providers.archived',
      'providers.contact_id',
    ])
    .where('users.id', '=', userId)
    .where('permission_roles.role_group', '=', 'provider')
    .executeTakeFirst();
  // The link proves access to the mail of its own address only.
  if (!row || row.email !== email) throw badInvitation('error.signup.tokenCancelled');
  if (row.archived) throw badInvitation('error.invite.providerArchived');
  const { archived: _, contact_id, ...invitation } = row;
  return { ...invitation, userId, invitationId, isContact: contact_id === userId };
}
