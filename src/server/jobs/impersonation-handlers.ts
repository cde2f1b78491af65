import { findEndedImpersonation } from '../features/impersonation/api.ts';
import { announce } from '../features/notifications/store.ts';
import { newSigninLetter, staffOpenedLetter } from '../mails/session-mails.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** Tells a customer at once that a staff member is in the account. */
export const tellOfVisit: Handler = async (payload, { services, jobId, at }) => {
  const userId = String(payload['user_id']);
  const metadata = { actor_id: String(payload['staff_id']) };
  const announcement = { eventId: jobId, template: 'LOGIN_AS_CUSTOMER', metadata, userId, at };
  await announce(services.db, announcement, [userId]);
};

/** Writes to the customer when the staff member is out of the account again. */
export const visitMail: Handler = async (payload, context) => {
  const { config, db } = context.services;
  const person = await findPerson(context, payload);
  const visit = person && (await findEndedImpersonation(db, String(payload['visit_id'])));
  if (person && visit) await send(context, person, staffOpenedLetter(config, visit));
};

/** Writes to a person that somebody signed in with a device of a kind that was not seen before. */
export const newDeviceMail: Handler = async (payload, context) => {
  const person = await findPerson(context, payload);
  const at = new Date(String(payload['at']));
  if (person)
    await send(context, person, newSigninLetter(context.services.config, String(payload['device']), at));
};
