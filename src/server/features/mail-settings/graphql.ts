import { builder } from '../../graphql/builder.ts';
import { Language } from '../../graphql/enums.ts';
import {
  mailSettings,
  mailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  sendTestMail,
  updateMailSettings,
  updateMailTemplate,
  type MailPreview,
  type EditableTemplate,
} from './operations.ts';
import type { MailSettings } from './store.ts';

const MailSettingsRef = builder.objectRef<MailSettings>('MailSettings').implement({
  fields: (t) => ({
    sender_name: t.exposeString('sender_name'),
    reply_to: t.exposeString('reply_to', { description: 'Empty: no one reads answers.' }),
    version: t.exposeInt('version'),
  }),
});

const MailTemplateRef = builder.objectRef<EditableTemplate>('MailTemplate').implement({
  description:
    'The words of one mail in one language. Values stand in them as {name}; {button} is where the button is.',
  fields: (t) => ({
    template: t.exposeString('template'),
    language: t.expose('language', { type: Language }),
    subject: t.exposeString('subject'),
    body: t.exposeString('body'),
    original_subject: t.string({ resolve: ({ original }) => original.subject }),
    original_body: t.string({ resolve: ({ original }) => original.body }),
    changed: t.exposeBoolean('changed'),
    values: t.stringList({ resolve: ({ values }) => [...values.known] }),
    subject_values: t.stringList({
      description: 'Must stay in the subject.',
      resolve: ({ values }) => [...values.inSubject],
    }),
    body_values: t.stringList({
      description: 'Must stay in the text.',
      resolve: ({ values }) => [...values.inBody],
    }),
    version: t.exposeInt('version'),
  }),
});

const MailPreviewRef = builder.objectRef<MailPreview>('MailPreview').implement({
  fields: (t) => ({
    subject: t.exposeString('subject'),
    heading: t.exposeString('heading'),
    greeting: t.exposeString('greeting'),
    before: t.exposeStringList('before'),
    button: t.string({ nullable: true, resolve: ({ button }) => button?.label ?? null }),
    after: t.exposeStringList('after'),
    sign_off: t.exposeString('signOff'),
    foot: t.exposeStringList('foot'),
  }),
});

builder.queryFields((t) => ({
  mailSettings: t.field({
    type: MailSettingsRef,
    resolve: (_, __, context) => mailSettings.call(context, {}),
  }),
  mailTemplates: t.field({
    type: [MailTemplateRef],
    resolve: (_, __, context) => mailTemplates.call(context, {}),
  }),
  previewMailTemplate: t.field({
    type: MailPreviewRef,
    args: {
      template: t.arg.string({ required: true }),
      language: t.arg.string({ required: true }),
      subject: t.arg.string({ required: true }),
      body: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => previewMailTemplate.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  updateMailSettings: t.field({
    type: MailSettingsRef,
    args: {
      version: t.arg.int({ required: true }),
      sender_name: t.arg.string({ required: true }),
      reply_to: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => updateMailSettings.call(context, args),
  }),
  updateMailTemplate: t.field({
    type: MailTemplateRef,
    args: {
      template: t.arg.string({ required: true }),
      language: t.arg.string({ required: true }),
      version: t.arg.int({ required: true }),
      subject: t.arg.string({ required: true }),
      body: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => updateMailTemplate.call(context, args),
  }),
  resetMailTemplate: t.field({
    type: MailTemplateRef,
    args: { template: t.arg.string({ required: true }), language: t.arg.string({ required: true }) },
    resolve: (_, args, context) => resetMailTemplate.call(context, args),
  }),
  sendTestMail: t.boolean({
    description: 'To the caller alone.',
    args: {
      template: t.arg.string({ required: true }),
      language: t.arg.string({ required: true }),
      subject: t.arg.string({ required: true }),
      body: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => sendTestMail.call(context, args),
  }),
}));
