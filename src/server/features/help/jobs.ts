import type { Events } from '../../../domain/events.ts';
import { helpCopyMail, helpDeskMail } from '../../mails/help-mails.ts';
import { send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { findHelpMessage, noteMailed } from './store.ts';

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
