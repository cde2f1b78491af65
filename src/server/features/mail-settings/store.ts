import { sql } from 'kysely';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { MailWords } from '../../../domain/mail-template.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The sender of mails. `reply_to` is '' if replies are not read. */
export type MailSettings = { sender_name: string; reply_to: string; version: number };

/** Returns the name in `Name <address>`, without quotes. */
const nameIn = (sender: string) => /^\s*"?([^"<]*?)"?\s*</.exec(sender)?.[1]?.trim() || 'Wattle';

/** Returns the sender as it was set, or from the configuration if none was set. A write locks the row. */
export async function findMailSettings(
  tx: Tx,
  { mailFrom }: Pick<Config, 'mailFrom'>,
  options: { lock?: true } = {},
): Promise<MailSettings> {
  const query = tx.selectFrom('mail_settings').select(['sender_name', 'reply_to', 'version']);
  const row = await (options.lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return { sender_name: nameIn(mailFrom), reply_to: '', version: 0 };
  return { ...row, reply_to: row.reply_to ?? '' };
}

/** Stores the sender, as the save after `version`. False if another one was stored in the meantime. */
export async function saveMailSettings(
  tx: Tx,
  { sender_name, reply_to, version }: MailSettings,
  now: Date,
): Promise<boolean> {
  const values = { sender_name, reply_to: reply_to || null, updated_at: now };
  const saved = await tx
    .insertInto('mail_settings')
    .values({ id: 1, ...values, version: version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...values, version: sql<number>`mail_settings.version + 1` })
        .where('mail_settings.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Texts that replace the original ones, with the number of the save. */
export type OwnTemplate = MailWords & { template: string; language: Language; version: number };

export async function findOwnTemplates(tx: Tx, template?: string): Promise<OwnTemplate[]> {
  let query = tx.selectFrom('mail_templates').select(['template', 'language', 'subject', 'body', 'version']);
  if (template !== undefined) query = query.where('template', '=', template);
  return query.execute();
}

type Save = OwnTemplate & { userId: string };

/** Stores texts of a template, as the save after `version`; 0 if there are none yet. False for a stale save. */
export async function saveOwnTemplate(
  tx: Tx,
  { userId, version, ...words }: Save,
  now: Date,
): Promise<boolean> {
  const values = { subject: words.subject, body: words.body, updated_by: userId, updated_at: now };
  if (version > 0) {
    const { numUpdatedRows } = await tx
      .updateTable('mail_templates')
      .set({ ...values, version: version + 1 })
      .where('template', '=', words.template)
      .where('language', '=', words.language)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mail_templates')
    .values({ template: words.template, language: words.language, version: 1, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the replaced texts of a template in one language. */
export async function deleteOwnTemplate(tx: Tx, template: string, language: Language): Promise<void> {
  await tx
    .deleteFrom('mail_templates')
    .where('template', '=', template)
    .where('language', '=', language)
    .execute();
}
