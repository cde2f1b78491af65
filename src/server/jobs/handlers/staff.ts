import { invitationOver } from '../../../domain/customers/invitation.ts';
import type { Events } from '../../../domain/events.ts';
import { fullName } from '../../../domain/names.ts';
import { announce, findAdministrators, findStaffManagers } from '../../features/notifications/store.ts';
import { staffInvitationLink } from '../../features/sign-up/invitations.ts';
import { inviteProviderMail, inviteStaffMail } from '../../mails/staff-mails.ts';
import { send, type Handler } from './person-mail.ts';

const templates = { staff: inviteStaffMail, 'contact-person': inviteProviderMail } as const;

/**
 * Mails an invitation to one of the staff, unless it was accepted, taken back or sent again meanwhile. It greets without a name: the
 * address is not proved yet. The link is made now, so that no table holds it.
 */
export const sendStaffInvitation: Handler<Events['staff.invited']> = async (payload, context) => {
  const { services } = context;
  const { user_id, invitation_id, inviter_id, kind } = payload;
  const found = await services.db
    .selectFrom('users')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('users as inviter', (join) => join.on('inviter.id', '=', inviter_id))
    .select([
      'users.email',
      'users.language',
      'users.status',
      'users.invitation_id',
      'users.invite_date',
      'users.provider_id',
      'providers.name as provider',
      'providers.archived',
      'inviter.first_name',
      'inviter.last_name',
    ])
    .where('users.id', '=', user_id)
    .executeTakeFirst();
  if (found?.status !== 'invited' || found.invitation_id !== invitation_id) return;
  const { email, language, invite_date, provider_id } = found;
  if (invite_date === null || provider_id === null || found.archived) return;
  const until = invitationOver(invite_date);
  if (until <= services.clock()) return;
  const link = staffInvitationLink(services, invite_date, { email, user_id, invitation_id, provider_id });
  const inviter = fullName(found) || services.config.company.name;
  const mail = templates[kind]({ provider: found.provider, inviter, link, until });
  await send(context, { email, language, firstName: null }, mail);
};

/**
 * Tells that one of the staff accepted the invitation: of a provider's contact person the administrators alone, for the provider is
 * registered now (GAP-90); of others those who manage the staff (GAP-72).
 */
export const announceJoined: Handler<Events['staff.joined']> = async (
  { user_id: userId },
  { services: { db }, jobId, at },
) => {
  const found = await db
    .selectFrom('users')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .select(['providers.id', 'providers.contact_id'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!found) return;
  const isContact = found.contact_id === userId;
  const template = isContact ? 'NEW_REGISTERED_PROVIDER' : 'USER_SIGNUP';
  const receivers = isContact ? await findAdministrators(db) : await findStaffManagers(db, userId);
  const metadata = { provider_id: found.id };
  await announce(db, { eventId: jobId, template, metadata, userId, at }, receivers);
};
