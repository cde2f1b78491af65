import { useQuery } from 'urql';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { MailWords } from '../../../domain/mail-template.ts';
import { currentClient } from '../../api/client.ts';
import { ApiError, apiError } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Kept } from '../../forms/use-kept-form.ts';

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

/** One mail in one language. Its `language` is one of the two; the schema has a plain text. */
export type MailTemplate = Omit<ResultOf<typeof MailSettings>['mailTemplates'][number], 'language'> & {
  language: Language;
};

export type MailPreview = ResultOf<typeof PreviewMailTemplate>['previewMailTemplate'];

/** The form for the sender. */
export type Sender = { sender_name: string; reply_to: string };

/** A mail is named by its template and language. */
export type MailName = { template: string; language: Language };

/** The sender and all mails; undefined while they are read. `failed` when they could not be. */
export function useMailSettings() {
  const [{ data, error, fetching }, read] = useQuery({
    query: MailSettings,
    variables: {},
    requestPolicy: 'cache-and-network',
  });
  return {
    sender: data?.mailSettings,
    templates: data?.mailTemplates as MailTemplate[] | undefined,
    failed: error !== undefined && !fetching,
    again: () => read({ requestPolicy: 'network-only' }),
  };
}

type Answer<Data> = Promise<{ data?: Data | undefined; error?: Parameters<typeof apiError>[0] }>;

/** What the server answered. Throws ApiError for a refusal. */
async function answered<Data>(answer: Answer<Data>): Promise<Data> {
  const { data, error } = await answer;
  const refusal = apiError(error);
  if (refusal) throw refusal;
  if (!data) throw new ApiError('general_error');
  return data;
}

/** Keeps the sender. Throws ApiError, `conflict` when somebody else saved meanwhile. */
export async function saveSender(sender: Sender, version: number): Promise<Kept<Sender>> {
  const call = currentClient().mutation(UpdateMailSettings, { ...sender, version });
  const { version: saved, ...values } = (await answered(call.toPromise())).updateMailSettings;
  return { version: saved, values };
}

/** Keeps the words of a mail. Throws ApiError, `conflict` when somebody else saved meanwhile. */
export async function saveTemplate(
  name: MailName,
  words: MailWords,
  version: number,
): Promise<Kept<MailWords>> {
  const call = currentClient().mutation(UpdateMailTemplate, { ...name, ...words, version });
  const { version: saved, ...values } = (await answered(call.toPromise())).updateMailTemplate;
  return { version: saved, values };
}

/** Goes back to the original words of a mail, and gives them. Throws ApiError. */
export async function resetTemplate(name: MailName): Promise<Kept<MailWords>> {
  const call = currentClient().mutation(ResetMailTemplate, name);
  const { version, ...values } = (await answered(call.toPromise())).resetMailTemplate;
  return { version, values };
}

/** Words as a mail, with made-up values. Throws ApiError. */
export async function previewTemplate(name: MailName, words: MailWords): Promise<MailPreview> {
  const call = currentClient().query(
    PreviewMailTemplate,
    { ...name, ...words },
    { requestPolicy: 'network-only' },
  );
  return (await answered(call.toPromise())).previewMailTemplate;
}

/** Mails words to whoever asks. Throws ApiError. */
export async function sendTest(name: MailName, words: MailWords): Promise<void> {
  await answered(
    currentClient()
      .mutation(SendTestMail, { ...name, ...words })
      .toPromise(),
  );
}
