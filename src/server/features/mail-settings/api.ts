import type { Tx } from '../../pipeline/context.ts';
import type { MailTemplate, Wording } from '../../mails/mail.ts';
import { templateName } from '../../mails/templates.ts';
import { findOwnTemplates } from './store.ts';

/** Returns an administrator's settings for a mail: the sender and its texts. Values that were not set are absent. */
export async function findWording(tx: Tx, template: MailTemplate): Promise<Wording> {
  const settings = await tx
    .selectFrom('mail_settings')
    .select(['sender_name', 'reply_to'])
    .executeTakeFirst();
  const own = await findOwnTemplates(tx, templateName(template));
  return {
    senderName: settings?.sender_name,
    replyTo: settings?.reply_to ?? undefined,
    words: Object.fromEntries(own.map(({ language, subject, body }) => [language, { subject, body }])),
  };
}
