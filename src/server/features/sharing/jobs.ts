import type { Events } from '../../../domain/events.ts';
import { contactSuggestedMail } from '../../mails/contact-mails.ts';
import { findPerson, send, type Person } from '../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { announce } from '../notifications/api.ts';
import { findSuggestion, type ContactSuggestion } from './api.ts';

type Suggested = Events['contact.suggested'];

/** Loads the person and the suggestion; null if the suggestion was answered. */
async function findWaiting(
  payload: Suggested,
  context: JobContext,
): Promise<{ person: Person; suggestion: ContactSuggestion } | null> {
  const suggestion = await findSuggestion(context.services.db, payload.suggestion_id);
  const person = suggestion && (await findPerson(context, payload));
  return suggestion && person ? { person, suggestion } : null;
}

/** Mails the person the question whether to add the suggested contact. */
export const sendSuggested: Handler<Suggested> = async (payload, context) => {
  const found = await findWaiting(payload, context);
  if (!found) return;
  const { db, config } = context.services;
  const { name: contact, suggested_by: staff } = found.suggestion;
  const signed = await db
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', found.person.id)
    .where('type', '=', 'active')
    .where((either) => either.or([either('status', '=', 'complete'), either('external', '=', true)]))
    .executeTakeFirst();
  const facts = { contact, staff, planSigned: signed !== undefined };
  await send(context, found.person, contactSuggestedMail(config, facts));
};

/** Notifies the person of a suggested contact. */
export const announceSuggested: Handler<Suggested> = async (payload, context) => {
  const found = await findWaiting(payload, context);
  if (!found) return;
  const { services, jobId, at } = context;
  const metadata = {
    contact: found.suggestion.name,
    ...(payload.staff_id !== undefined && { actor_id: payload.staff_id, inside: true }),
  };
  const userId = found.person.id;
  await announce(services.db, { eventId: jobId, template: 'CONTACT_SUGGESTED', metadata, userId, at }, [
    userId,
  ]);
};
