import type { Events } from '../../../domain/events.ts';
import { findHelpMessage, noteMailed } from '../../features/help/store.ts';
import { helpCopyMail, helpDeskMail } from '../../mails/help-mails.ts';
import { sampleOf, testOf } from '../../mails/templates.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** Sends a message to the help desk. Replies go to the writer. */
export const sendToDesk: Handler<Events['help.written']> = async ({ message_id }, context) => {
  const { services } = context;
  const { db, config } = services;
  const found = await findHelpMessage(db, services, message_id);
  if (!found) return;
  const desk = { email: config.help.email, language: 'en', firstName: null } as const;
  const mail = helpDeskMail(found.ticket, found.message, found.at);
  const delivery = await send(context, desk, mail, 'desk', { replyTo: found.message.email });
  if (delivery !== 'refused') await noteMailed(db, message_id, services.clock());
};

/**
 * Sends the message's number to the writer. The address is not verified, so the greeting has no name and the mail repeats
 * nothing.
 */
export const sendHelpCopy: Handler<Events['help.written']> = async ({ message_id }, context) => {
  const { services } = context;
  const found = await findHelpMessage(services.db, services, message_id);
  if (!found) return;
  const writer = { email: found.message.email, language: found.language, firstName: null };
  await send(context, writer, helpCopyMail(found.ticket), 'copy');
};

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
