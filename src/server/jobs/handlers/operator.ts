import type { NotificationTemplate } from '../../../domain/activities.ts';
import type { Events } from '../../../domain/events.ts';
import { announce, findAdministrators } from '../../features/notifications/store.ts';
import { openReceiver } from '../../features/privacy/api.ts';
import { findChangeLink } from '../../features/sign-in/api.ts';
import { changedAddressMail, securityMail } from '../../mails/account-mails.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** Notifies the person and the administrators of what the operator did to an account. */
export const announceReset =
  (
    template: Extract<NotificationTemplate, 'SECOND_STEP_RESET' | 'EMAIL_CHANGED'>,
  ): Handler<{ user_id: string }> =>
  async ({ user_id: userId }, { services: { db }, jobId, at }) => {
    const person = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!person) return;
    const receivers = new Set([userId, ...(await findAdministrators(db))]);
    await announce(db, { eventId: jobId, template, metadata: {}, userId, at }, [...receivers]);
  };

/** Mails the link to an address that is to be the account's. The address is not proved yet, so that the mail greets without a name. */
export const sendChangeLink: Handler<Events['account.email-change-wanted']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  const change = person && (await findChangeLink(context.services, payload.token_id));
  if (person && change)
    await send(
      context,
      { language: person.language, email: change.email, firstName: null },
      changedAddressMail(change.link),
    );
};

/** The last mail to the address of before. The event itself holds it, sealed. */
export const sendEmailChanged: Handler<Events['account.email-changed']> = async (
  { user_id, receiver },
  context,
) => {
  const { services, at } = context;
  await send(
    context,
    openReceiver(services, user_id, receiver),
    securityMail(services.config, 'emailChanged', at),
  );
};
