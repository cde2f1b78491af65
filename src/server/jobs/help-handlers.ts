import { findHelpMessage, noteMailed } from '../features/help/store.ts';
import { helpCopyLetter, helpDeskLetter } from '../mails/help-mails.ts';
import { sampleOf, testOf } from '../mails/templates.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** A message to us, to those who answer it. An answer goes to the writer. */
export const deskMail: Handler = async (payload, context) => {
  const { services } = context;
  const { db, config } = services;
  const id = String(payload['message_id']);
  const found = await findHelpMessage(db, services, id);
  if (!found) return;
  const desk = { email: config.help.email, language: 'en', firstName: null } as const;
  const letter = helpDeskLetter(found.ticket, found.message, found.at);
  const delivery = await send(context, desk, letter, 'desk', { replyTo: found.message.email });
  if (delivery !== 'refused') await noteMailed(db, id, services.clock());
};

/** Its number, to the writer. Nobody has proved whose address it is, so it greets nobody by name and repeats nothing. */
export const helpCopyMail: Handler = async (payload, context) => {
  const { services } = context;
  const found = await findHelpMessage(services.db, services, String(payload['message_id']));
  if (!found) return;
  const writer = { email: found.message.email, language: found.language, firstName: null };
  await send(context, writer, helpCopyLetter(found.ticket), 'copy');
};

/** A mail in words that an administrator tries out, to that administrator. */
export const testMail: Handler = async (payload, context) => {
  const { template, subject, body } = payload;
  const language = payload['language'] === 'zh' ? 'zh' : 'en';
  const letter = sampleOf(context.services.config, String(template));
  const person = await findPerson(context, payload);
  if (!letter || !person) return;
  const words = { [language]: testOf({ subject: String(subject), body: String(body) }, language) };
  const { bothLanguages: _, ...one } = letter;
  await send(context, { ...person, language }, one, 'test', { words });
};
