import { sql } from 'kysely';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { MailWords } from '../../../domain/mail-template.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../pipeline/context.ts';

/** Who mails come from. `reply_to` is '' when no one reads answers. */
export type MailSettings = { sender_name: string; reply_to: string; version: number };

/** The name of `Name <address>`, without the quotes it may stand in. */
const nameIn = (sender: string) => /^\s*"?([^"<]*?)"?\s*</.exec(sender)?.[1]?.trim() || 'Wattle';

/** The sender as it was set, or as the configuration has it while none was set. A write locks the row. */
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

/** Keeps the sender, as the save after `version`. False when another one was kept in the meantime. */
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

/** Words in place of the original ones, with the number of the save. */
export type OwnTemplate = MailWords & { template: string; language: Language; version: number };

export async function findOwnTemplates(tx: Tx, template?: string): Promise<OwnTemplate[]> {
  let query = tx.selectFrom('mail_templates').select(['template', 'language', 'subject', 'body', 'version']);
  if (template !== undefined) query = query.where('template', '=', template);
  return query.execute();
}

type Save = OwnTemplate & { userId: string };

/** Keeps words of a template, as the save after `version`; 0 where there are none yet. False for a stale save. */
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

/** Takes the own words of a template in one language away. */
export async function deleteOwnTemplate(tx: Tx, template: string, language: Language): Promise<void> {
  await tx
    .deleteFrom('mail_templates')
    .where('template', '=', template)
    .where('language', '=', language)
    .execute();
}
