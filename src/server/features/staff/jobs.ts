import { invitationOver } from '../../../domain/customers/invitation.ts';
import type { Events } from '../../../domain/events.ts';
import { fullName } from '../../../domain/names.ts';
import { inviteProviderMail, inviteStaffMail, staffStatusMail } from '../../mails/staff-mails.ts';
import { providerName } from '../../jobs/provider-name.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { announce, findAdministrators, findStaffManagers } from '../notifications/api.ts';
import { staffInvitationLink } from '../sign-up/api.ts';
import { openReceiver } from '../privacy/api.ts';

const templates = { staff: inviteStaffMail, 'contact-person': inviteProviderMail } as const;

/**
 * Mails an invitation to a member of staff, unless it was accepted, taken back or sent again meanwhile. The greeting has no name,
 * because the address is not verified yet. The link is made now, so that no table contains it.
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
 * Notifies staff that an invited member accepted the invitation. For a provider's contact person, only the administrators are
 * notified, because the provider is now registered (GAP-90); for other staff, the managers of the staff (GAP-72).
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

const statusOf = { suspended: 'suspended', reactivated: 'active' } as const;

/** Notifies a member of staff that their account was suspended or activated again, unless this has changed since. */
export const sendStaffStatus =
  (status: keyof typeof statusOf): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const { services, at } = context;
    const row = await services.db
      .selectFrom('users')
      .select(['provider_id', 'status'])
      .where('id', '=', payload.user_id)
      .executeTakeFirst();
    if (row?.status !== statusOf[status]) return;
    const person = await findPerson(context, payload);
    const provider = await providerName(context, row.provider_id);
    if (person) await send(context, person, staffStatusMail(services.config, status, { provider, at }));
  };

/** Sends the last mail to a removed member of staff: the event itself contains the receiver, sealed. */
export const sendStaffRemoved: Handler<Events['staff.removed']> = async (
  { user_id, receiver, provider_id },
  context,
) => {
  const { services, at } = context;
  const provider = await providerName(context, provider_id);
  const mail = staffStatusMail(services.config, 'removed', { provider, at });
  await send(context, openReceiver(services, user_id, receiver), mail);
};
