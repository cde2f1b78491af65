import type { Database } from '../pipeline/context.ts';
import { MailError, type Mail, type Mailer } from '../ports/mail/port.ts';

export type Delivery = 'sent' | 'sent-before' | 'refused' | 'no-address';

/**
 * Sends a mail unless it was sent before, and records that it was sent. If the process dies between the two, the next attempt
 * sends one second mail, and there is no third. `refused`: the mail server will never accept it, so a retry is useless.
 * `no-address`: the account has none (GAP-79).
 * @throws MailError for a temporary failure; the caller retries later
 */
export async function deliver(db: Database, mailer: Mailer, mail: Mail): Promise<Delivery> {
  const { messageId } = mail;
  // The reserved domain of unknown addresses (RFC 2606): no mailbox exists there, so no mail server is called.
  if (/\.invalid$/i.test(mail.to)) return 'no-address';
  const before = await db
    .selectFrom('sent_messages')
    .select('message_id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (before) return 'sent-before';
  try {
    await mailer.send(mail);
  } catch (error) {
    if (error instanceof MailError && error.permanent) return 'refused';
    throw error;
  }
  await remember(db, messageId);
  return 'sent';
}

/** Records a sent mail. Retries, because a short database outage must not cause a second mail. */
async function remember(db: Database, messageId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db
        .insertInto('sent_messages')
        .values({ message_id: messageId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return;
    } catch (error) {
      if (attempt === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 500));
    }
  }
}
