import type { Language } from '../../../domain/i18n/texts.ts';
import type { MailWords } from '../../../domain/mail-template.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import type { Saved } from '../../forms/use-shared-form.ts';

const MailSettings = graphql(`
  query mailSettings {
    mailSettings {
      sender_name
      reply_to
      version
    }
    mailTemplates {
      template
      language
      subject
      body
      original_subject
      original_body
      changed
      values
      subject_values
      body_values
      version
    }
  }
`);

const UpdateMailSettings = graphql(`
  mutation updateMailSettings($version: Int!, $sender_name: String!, $reply_to: String!) {
    updateMailSettings(version: $version, sender_name: $sender_name, reply_to: $reply_to) {
      sender_name
      reply_to
      version
    }
  }
`);

const UpdateMailTemplate = graphql(`
  mutation updateMailTemplate(
    $template: String!
    $language: String!
    $version: Int!
    $subject: String!
    $body: String!
  ) {
    updateMailTemplate(
      template: $template
      language: $language
      version: $version
      subject: $subject
      body: $body
    ) {
      subject
      body
      version
    }
  }
`);

const ResetMailTemplate = graphql(`
  mutation resetMailTemplate($template: String!, $language: String!) {
    resetMailTemplate(template: $template, language: $language) {
      subject
      body
      version
    }
  }
`);

const PreviewMailTemplate = graphql(`
  query previewMailTemplate($template: String!, $language: String!, $subject: String!, $body: String!) {
    previewMailTemplate(template: $template, language: $language, subject: $subject, body: $body) {
      subject
      heading
      greeting
      before
      button
      after
      sign_off
      foot
    }
  }
`);

const SendTestMail = graphql(`
  mutation sendTestMail($template: String!, $language: String!, $subject: String!, $body: String!) {
    sendTestMail(template: $template, language: $language, subject: $subject, body: $body)
  }
`);

/** One mail in one language. Its `language` is one of the two; the schema only has a text. */
export type MailTemplate = Omit<ResultOf<typeof MailSettings>['mailTemplates'][number], 'language'> & {
  language: Language;
};

export type MailPreview = ResultOf<typeof PreviewMailTemplate>['previewMailTemplate'];

/** Values of the sender's form. */
export type Sender = { sender_name: string; reply_to: string };

/** Key of a mail: its template and language. */
export type MailName = { template: string; language: Language };

/** The sender and all mails. */
export type AllMails = { sender: Sender & { version: number }; templates: readonly MailTemplate[] };

export function useMailSettings(): Read<AllMails> {
  return mapRead(useRead(MailSettings, {}, { refresh: true }), ({ mailSettings: sender, mailTemplates }) => ({
    sender,
    templates: mailTemplates,
  }));
}

const keptOf = <Values extends object>({ version, ...values }: Values & { version: number }) => ({
  version,
  values,
});

/** Saves the sender. @throws ApiError, `conflict` if another person has saved meanwhile */
export async function saveSender(sender: Sender, version: number): Promise<Saved<Sender>> {
  return keptOf((await call(UpdateMailSettings, { ...sender, version })).updateMailSettings);
}

/** Saves the text of a mail. @throws ApiError, `conflict` if another person has saved meanwhile */
export async function saveTemplate(
  name: MailName,
  words: MailWords,
  version: number,
): Promise<Saved<MailWords>> {
  return keptOf((await call(UpdateMailTemplate, { ...name, ...words, version })).updateMailTemplate);
}

/** Restores the original text of a mail, and returns it. @throws ApiError */
export async function resetTemplate(name: MailName): Promise<Saved<MailWords>> {
  return keptOf((await call(ResetMailTemplate, name)).resetMailTemplate);
}

/** Renders a text as a mail, with example values. @throws ApiError */
export async function previewTemplate(name: MailName, words: MailWords): Promise<MailPreview> {
  return (await call(PreviewMailTemplate, { ...name, ...words })).previewMailTemplate;
}

/** Mails a text to the caller. @throws ApiError */
export const sendTest = (name: MailName, words: MailWords) => call(SendTestMail, { ...name, ...words });
