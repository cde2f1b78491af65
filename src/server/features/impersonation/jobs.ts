import type { Events } from '../../../domain/events.ts';
import { staffOpenedMail } from '../../mails/accounts/session-mails.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { announce } from '../notifications/api.ts';
import { findEndedImpersonation } from './api.ts';

/** Notifies a customer immediately that a staff member is in the account. */
export const announceEntry: Handler<Events['customer.entered']> = async (
  { user_id: userId, staff_id, together },
  { services, jobId, at },
) => {
  const metadata = { actor_id: staff_id, ...(together && { together }) };
  await announce(services.db, { eventId: jobId, template: 'LOGIN_AS_CUSTOMER', metadata, userId, at }, [
    userId,
  ]);
};

/** Mails the customer when the staff member has left the account. */
export const sendLeft: Handler<Events['customer.left']> = async (payload, context) => {
  const { config, db } = context.services;
  const person = await findPerson(context, payload);
  const visit = person && (await findEndedImpersonation(db, payload.visit_id));
  if (person && visit) await send(context, person, staffOpenedMail(config, visit));
};
