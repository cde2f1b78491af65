import { catalogue } from '../../domain/i18n/catalogue.ts';
import { topicTexts, type HelpMessage } from '../../domain/inputs/help.ts';
import { momentParams } from './accounts/account-mails.ts';
import type { MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The confirmation of receipt to the writer. It contains nothing from the message, because the address is not verified. */
export const helpCopyMail = (ticket: number): MailTemplate =>
  mailOf('helpCopy', { params: () => ({ ticket: String(ticket) }) });

/** Builds the message itself, for the help desk. Its text is marked as the writer's own. */
export function helpDeskMail(ticket: number, message: HelpMessage, at: Date): MailTemplate {
  const { name, email, topic } = message;
  const mail = mailOf('helpDesk', {
    params: (language) => ({
      ...momentParams(at, language),
      ticket: String(ticket),
      name,
      email,
      topic: catalogue[language][topicTexts[topic]] ?? topic,
    }),
  });
  return { ...mail, quote: message.message.split(/\r\n|[\n\r\u2028\u2029]/) };
}
