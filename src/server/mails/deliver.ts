import type { Database } from '../pipeline/context.ts';
import { MailError, type Mail, type Mailer } from '../ports/mail/port.ts';

export type Delivery = 'sent' | 'sent-before' | 'refused' | 'no-address';

/**
 * Hands a mail over unless it was handed over before, and remembers that it was. A process that dies between the two leads
 * to one second mail at the next attempt, and to no third.
 * `refused`: the mail server will never take it, so that trying again is no use. `no-address`: the account has none (GAP-79).
 * @throws MailError that may pass; the caller tries again later
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

/** The mail is out: a database that is away for a moment must not send it a second time. */
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
