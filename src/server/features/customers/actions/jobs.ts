import type { Events } from '../../../../domain/events.ts';
import { invitationOver } from '../../../../domain/customers/invitation.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import {
  accountStatusMail,
  designatedMail,
  inviteCancelledMail,
  inviteCustomerMail,
  inviteReminderMail,
} from '../../../mails/customers/customer-mails.ts';
import { securityMail } from '../../../mails/accounts/account-mails.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import { providerName } from '../../../jobs/provider-name.ts';
import type { Handler, JobContext } from '../../../jobs/task.ts';
import { invitationLink } from '../../sign-up/api.ts';
import { openReceiver } from '../../privacy/api.ts';
import { hasRemindersHeld } from '../conversations/store.ts';
import { holdInvitation, holdsInvitations } from './inviting/held-invitations.ts';

const templates = {
  invited: inviteCustomerMail,
  reminder: inviteReminderMail,
  designated: designatedMail,
} as const;

const findInvited = ({ services }: JobContext, userId: string) =>
  services.db
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.email',
      'users.language',
      'users.status',
      'users.invitation_id',
      'users.removal_requested_at',
      'users.invite_date',
      'users.provider_id',
      'users.first_name',
      'users.last_name',
      'providers.name as provider',
    ])
    .select(hasRemindersHeld('users.id', melbourneDate(services.clock())).as('remindersHeld'))
    .where('users.id', '=', userId)
    .executeTakeFirst();

/**
 * Mails an invitation, unless it was accepted, cancelled or sent again meanwhile. The invitation of a customer who is suspended,
 * archived or about to be removed is held, and sent when the customer is reactivated or kept. A reminder is not sent to a customer
 * who declined a conversation meanwhile. The greeting has no name, because the address is not verified yet. The link is made now, so that no table contains it.
 */
export const sendInvitation: Handler<Events['customer.invited']> = async (payload, context) => {
  const { services } = context;
  const { user_id, invitation_id, kind } = payload;
  let found = await findInvited(context, user_id);
  if (found?.invitation_id === invitation_id && holdsInvitations(found)) {
    if (await holdInvitation(services.db, { user_id, invitation_id, kind })) return;
    found = await findInvited(context, user_id);
  }
  if (found?.status !== 'invited' || found.invitation_id !== invitation_id || !found.invite_date) return;
  if (kind === 'reminder' && found.remindersHeld) return;
  const { email, language, provider_id, invite_date } = found;
  const until = invitationOver(invite_date);
  if (until <= services.clock()) return;
  const link = invitationLink(services, invite_date, {
    ...{ email, user_id, invitation_id },
    ...(provider_id !== null && { provider_id }),
  });
  const mail = templates[kind]({
    provider: found.provider ?? services.config.company.name,
    person: fullName(found) || null,
    ...{ link, until },
  });
  await send(context, { email, language, firstName: null }, mail);
};

/** Notifies the invited person that the invitation was cancelled. The event itself contains the receiver, sealed. */
export const sendInvitationCancelled: Handler<Events['customer.invitation-cancelled']> = async (
  { user_id, receiver, provider_id, kept },
  context,
) => {
  const { services } = context;
  const provider = await providerName(context, provider_id);
  const { email, language } = openReceiver(services, user_id, receiver);
  const mail = inviteCancelledMail({ provider, isKept: kept === true });
  await send(context, { email, language, firstName: null }, mail);
};

const statusOf = { suspended: 'suspended', reactivated: 'active', archived: 'archived' } as const;

/**
 * Notifies a customer that their account was suspended, archived or activated again, unless this has changed since. Skipped if
 * the customer never accepted an invitation.
 */
export const sendAccountStatus =
  (status: keyof typeof statusOf): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const { services, at } = context;
    const row = await services.db
      .selectFrom('users')
      .select(['provider_id', 'status', 'email_verified_at'])
      .where('id', '=', payload.user_id)
      .executeTakeFirst();
    if (row?.status !== statusOf[status] || row.email_verified_at === null) return;
    const person = await findPerson(context, payload, { archivedToo: status === 'archived' });
    const provider = await providerName(context, row.provider_id);
    if (person) await send(context, person, accountStatusMail(services.config, status, { provider, at }));
  };

/** Sends the last mail to the previous address, which staff replaced. */
export const sendEmailMoved: Handler<Events['customer.email-moved']> = async (
  { user_id, receiver },
  context,
) => {
  const { services, at } = context;
  const mail = securityMail(services.config, 'emailChanged', at);
  await send(context, openReceiver(services, user_id, receiver), mail);
};
