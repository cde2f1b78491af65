import type { HelpMessage } from '../../../domain/inputs/help.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

const placeOf = (id: string) => place('help_messages', 'message_sealed', id);

/** Stores a message, sealed, and returns its id and number. */
export async function insertHelpMessage(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  {
    message,
    userId,
    language,
    now,
  }: { message: HelpMessage; userId: string | null; language: Language; now: Date },
): Promise<{ id: string; ticket: number }> {
  const id = crypto.randomUUID();
  return tx
    .insertInto('help_messages')
    .values({
      id,
      user_id: userId,
      topic: message.topic,
      message_sealed: keyring.sealJson(placeOf(id), message),
      language,
      created_at: now,
    })
    .returning(['id', 'ticket'])
    .executeTakeFirstOrThrow();
}

/** Returns a stored message; null if it is deleted. */
export async function findHelpMessage(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  id: string,
): Promise<{ ticket: number; message: HelpMessage; language: Language; at: Date } | null> {
  const row = await tx
    .selectFrom('help_messages')
    .select(['ticket', 'message_sealed', 'language', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const message = keyring.openJson<HelpMessage>(placeOf(id), row.message_sealed);
  return { ticket: row.ticket, message, language: row.language, at: row.created_at };
}

/** Records that the help desk has received the message: it is deleted a month later. */
export async function noteMailed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('help_messages')
    .set({ mailed_at: now })
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
}
