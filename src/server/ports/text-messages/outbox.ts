import { randomUUID } from 'node:crypto';
import type { Database } from '../../pipeline/context.ts';
import { html } from '../../pages/html.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkTextMessage, type TextMessages } from './port.ts';

/** Creates the stand-in gateway for development and tests: it keeps messages with the mails, and /dev/outbox shows them. */
export function outboxTextMessages(db: Database): TextMessages {
  return {
    async send(message) {
      assertOutsideTransaction('Sending a text message');
      checkTextMessage(message);
      const { to, text } = message;
      await db
        .insertInto('mail_outbox')
        .values({
          message_id: `${randomUUID()}@sms`,
          to_address: to,
          subject: text.split('\n')[0] ?? text,
          html: html`<p style="white-space:pre-line;font-size:18px">${text}</p>`.toString(),
          plain: text,
        })
        .execute();
    },
  };
}
