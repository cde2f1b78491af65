import type { NotificationTemplate } from '../../../../domain/activities.ts';
import type { Events } from '../../../../domain/events.ts';
import { changedAddressMail, securityMail } from '../../../mails/accounts/account-mails.ts';
import { findPerson, send } from '../../../jobs/person-mail.ts';
import type { Handler } from '../../../jobs/task.ts';
import { announce, findAdministrators } from '../../notifications/api.ts';
import { openReceiver } from '../../privacy/api.ts';
import { findChangeLink } from '../api.ts';

/** Notifies the person and the administrators of the operator's changes to an account. */
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

/** Mails the link to the requested new address. The address is not verified yet, so the greeting has no name. */
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

/** Sends the last mail to the previous address. The event itself contains it, sealed. */
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
