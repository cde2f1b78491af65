import { invitationOver } from '../../../domain/customers/invitation.ts';
import type { Events } from '../../../domain/events.ts';
import { fullName } from '../../../domain/names.ts';
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
