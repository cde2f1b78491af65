import type { Events } from '../../../domain/events.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { sampleOf, testOf } from '../../mails/templates.ts';

/** Sends a mail with texts that an administrator is testing to that administrator. */
export const sendTest: Handler<Events['mail.test-wanted']> = async (payload, context) => {
  const { template, language, subject, body } = payload;
  const mail = sampleOf(context.services.config, template);
  const person = await findPerson(context, payload);
  if (!mail || !person) return;
  const words = { [language]: testOf({ subject, body }, language) };
  const { bothLanguages: _, ...one } = mail;
  await send(context, { ...person, language }, one, 'test', { words });
};
