import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { formInput, readForm } from '../../../domain/inputs/form.ts';
import { mailSettingsForm, mailTemplateForm } from '../../../domain/inputs/mail-template.ts';
import { mailTemplateList, mailTemplateRows } from '../../../domain/lists/definitions/mail-templates.ts';
import { pageOfRows } from '../../../domain/lists/page.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import type { MailValues, MailWords } from '../../../domain/mail-template.ts';
import type { Config } from '../../config.ts';
import { footLines, wordsOf, type MailTemplate } from '../../mails/mail.ts';
import type { WordedMail } from '../../mails/mail-layout.ts';
import { originalWords, sampleMails, sampleOf, templateName, valuesOf } from '../../mails/templates.ts';
import { operation } from '../../pipeline/operation.ts';
import { callerId, nothing } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

/** One template in one language, as administrators see it. */
export type EditableTemplate = MailWords & {
  template: string;
  language: Language;
  original: MailWords;
  /** Whether the texts differ from the original. */
  changed: boolean;
  values: MailValues;
  version: number;
};

/** A mail as it would be sent, with example values. */
export type MailPreview = WordedMail & { foot: string[] };

const access = { action: 'settings.mail', subject: nothing } as const;
const language = z.enum(['en', 'zh']);
const name = z.string().check(z.maxLength(100));
const words = z.string().check(z.maxLength(20_000));

/** Returns the sender of mails. */
export const mailSettings = operation({
  name: 'mailSettings',
  kind: 'read',
  input: z.strictObject({}),
  access,
  run: ({ tx, services }) => store.findMailSettings(tx, services.config),
});

/**
 * Sets the sender's name and the reply address.
 * @throws AppError `invalid` at the fields; `conflict` with `details.version` and `details.saved`
 */
export const updateMailSettings = operation({
  name: 'updateMailSettings',
  kind: 'write',
  input: formInput(mailSettingsForm, { version: z.int() }),
  access,
  async run({ input, tx, services, now, auditDetails }) {
    const before = await store.findMailSettings(tx, services.config, { lock: true });
    const { version, ...saved } = before;
    if (version !== input.version || !(await store.saveMailSettings(tx, input, now)))
      throw new AppError('conflict', { details: { version, saved } });
    auditDetails({ sender_name: input.sender_name, reply_to: input.reply_to });
    return store.findMailSettings(tx, services.config);
  },
});

function templateFrom(
  mail: MailTemplate,
  inLanguage: Language,
  own: readonly store.OwnTemplate[],
): EditableTemplate {
  const template = templateName(mail);
  const original = originalWords(mail, inLanguage);
  const found = own.find((each) => each.template === template && each.language === inLanguage);
  return {
    template,
    language: inLanguage,
    subject: found?.subject ?? original.subject,
    body: found?.body ?? original.body,
    original,
    changed: found !== undefined,
    values: valuesOf(mail, inLanguage),
    version: found?.version ?? 0,
  };
}

/** Returns all mails whose texts can be changed, in both languages. */
export const mailTemplates = operation({
  name: 'mailTemplates',
  kind: 'read',
  input: z.strictObject({}),
  access,
  async run({ tx, services }) {
    const own = await store.findOwnTemplates(tx);
    return sampleMails(services.config).flatMap((mail) =>
      (['en', 'zh'] as const).map((each) => templateFrom(mail, each, own)),
    );
  },
});

/** Returns all mails in the list for these filters, in the caller's language. */
export const exportMailTemplates = operation({
  name: 'exportMailTemplates',
  kind: 'read',
  input: listInput(mailTemplateList),
  access,
  async run({ input, tx, services, meta }) {
    const own = await store.findOwnTemplates(tx);
    const changed = new Set(own.map(({ template }) => template));
    const rows = sampleMails(services.config).map((mail) => {
      const row = templateFrom(mail, meta.language, own);
      return { ...row, changed: changed.has(row.template), original_subject: row.original.subject };
    });
    const query = { ...queryOf(mailTemplateList, input), offset: 0, limit: rows.length };
    return [pageOfRows(rows, query, mailTemplateRows(changed)).data];
  },
});

/** Returns the sample of a named template. */
function mailOf(config: Config, template: string): MailTemplate {
  const mail = sampleOf(config, template);
  if (!mail) throw new AppError('not-found');
  return mail;
}

/** Returns sent texts in the form to store. @throws AppError `invalid` at `subject` or `body` */
function readWords(config: Config, sent: { template: string; language: Language } & MailWords): MailWords {
  const { template, language: inLanguage, subject, body } = sent;
  const form = mailTemplateForm(valuesOf(mailOf(config, template), inLanguage));
  const read = readForm(form, { subject, body });
  if (!read.ok) throw new AppError('invalid', { fields: read.fields });
  return read.value;
}

/**
 * Replaces a mail's own texts in one language. The new texts are plain text, and keep the values of the original.
 * @throws AppError `invalid` at `subject` or `body`; `conflict` with `details.version` and `details.saved`; `not-found`
 */
export const updateMailTemplate = operation({
  name: 'updateMailTemplate',
  kind: 'write',
  input: z.strictObject({ template: name, language, version: z.int(), subject: words, body: words }),
  access,
  async run({ input, actor, tx, services, now, auditDetails }) {
    const { template, language: inLanguage, version } = input;
    const kept = { template, language: inLanguage, version, ...readWords(services.config, input) };
    const userId = callerId(actor);
    const current = async () =>
      templateFrom(mailOf(services.config, template), inLanguage, await store.findOwnTemplates(tx, template));
    if (!(await store.saveOwnTemplate(tx, { ...kept, userId }, now))) {
      const { version: newer, subject, body } = await current();
      throw new AppError('conflict', { details: { version: newer, saved: { subject, body } } });
    }
    auditDetails({ template, language: inLanguage });
    return current();
  },
});

/** Restores the original texts of a mail in one language. */
export const resetMailTemplate = operation({
  name: 'resetMailTemplate',
  kind: 'write',
  input: z.strictObject({ template: name, language }),
  access,
  async run({ input, tx, services, auditDetails }) {
    const { template, language: inLanguage } = input;
    const mail = mailOf(services.config, template);
    await store.deleteOwnTemplate(tx, template, inLanguage);
    auditDetails({ template, language: inLanguage });
    return templateFrom(mail, inLanguage, []);
  },
});

/** Returns a mail with unsaved texts and example values. @throws AppError `invalid` at the fields */
export const previewMailTemplate = operation({
  name: 'previewMailTemplate',
  kind: 'read',
  input: z.strictObject({ template: name, language, subject: words, body: words }),
  access,
  async run({ input, tx, services }): Promise<MailPreview> {
    const { config } = services;
    const mail = mailOf(config, input.template);
    const own = readWords(config, input);
    const { reply_to } = await store.findMailSettings(tx, config);
    const shown = wordsOf(mail, input.language, null, own);
    return { ...shown, foot: [shown.why, ...footLines(config, input.language, reply_to || undefined)] };
  },
});

/** Mails the texts of a form only to the administrator who sent it. @throws AppError `rate-limited` */
export const sendTestMail = operation({
  name: 'sendTestMail',
  kind: 'write',
  input: z.strictObject({ template: name, language, subject: words, body: words }),
  access,
  limit: ({ actor }) => [{ counted: ['mail-test:account', callerId(actor)], counts: 'always' }],
  async run({ input, actor, services, emit, auditDetails }) {
    const { template, language: inLanguage } = input;
    const own = readWords(services.config, input);
    emit('mail.test-wanted', { user_id: callerId(actor), template, language: inLanguage, ...own });
    auditDetails({ template, language: inLanguage });
    return true;
  },
});
