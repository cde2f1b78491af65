import type { Database } from '../../pipeline/context.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkMail, type Mailer } from './port.ts';

/** Creates the stand-in mail server for development and tests: it keeps mails in the database, and /dev/outbox shows them. */
export function outboxMailer(db: Database): Mailer {
  return {
    async send(mail) {
      assertOutsideTransaction('Sending a mail');
      checkMail(mail);
      await db
        .insertInto('mail_outbox')
        .values({
          message_id: mail.messageId,
          to_address: mail.to,
          subject: mail.subject,
          html: mail.html,
          plain: mail.plain,
          sender_name: mail.senderName ?? null,
          reply_to: mail.replyTo ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    close: async () => {},
  };
}
