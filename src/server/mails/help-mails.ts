import { catalogue } from '../../domain/i18n/catalogue.ts';
import { topicTexts, type HelpMessage } from '../../domain/inputs/help.ts';
import { momentParams } from './account-mails.ts';
import type { MailTemplate } from './mail.ts';

/** Tells the writer that the message is there. It repeats nothing of it: anybody could have typed the address. */
export function helpCopyMail(ticket: number): MailTemplate {
  return {
    subject: 'mail.helpCopy.subject',
    preheader: 'mail.helpCopy.preheader',
    before: ['mail.helpCopy.p1'],
    params: () => ({ ticket: String(ticket) }),
  };
}

/** The message itself, to those who answer. Its words are shown as the writer's own. */
export function helpDeskMail(ticket: number, message: HelpMessage, at: Date): MailTemplate {
  const { name, email, topic } = message;
  return {
    subject: 'mail.helpDesk.subject',
    preheader: 'mail.helpDesk.preheader',
    heading: 'mail.helpDesk.heading',
    before: ['mail.helpDesk.p1'],
    params: (language) => ({
      ...momentParams(at, language),
      ticket: String(ticket),
      name,
      email,
      topic: catalogue[language][topicTexts[topic]] ?? topic,
    }),
    quote: message.message.split(/\r\n|[\n\r\u2028\u2029]/),
  };
}
