import { planChanges } from '../../../../domain/clinical/notices.ts';
import { builder } from '../../../graphql/builder.ts';
import { ClinicalClientRef } from '../graphql.ts';
import { replaceClinicalSecret } from './secret-operations.ts';
import {
  removeClinicalWebhook,
  setClinicalWebhook,
  testClinicalWebhook,
  type NewWebhook,
  type WebhookTest,
} from './webhook-operations.ts';
import type { ShownNotice, ShownWebhook } from './webhook-store.ts';

const ClinicalNoticeRef = builder.objectRef<ShownNotice>('ClinicalNotice').implement({
  description: 'A notice of a change, without the person.',
  fields: (t) => ({
    id: t.exposeID('id'),
    change: t.exposeString('change', {
      description: `One of ${planChanges.join(', ')}.`,
    }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    state: t.exposeString('state', { description: 'waiting, delivered, failed or left.' }),
    tries: t.exposeInt('tries'),
    failure: t.exposeString('failure', { nullable: true }),
  }),
});

const ClinicalWebhookRef = builder.objectRef<ShownWebhook>('ClinicalWebhook').implement({
  description: 'The address to which changes of plans are announced.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the Subscription.' }),
    address: t.exposeString('address'),
    set_at: t.expose('set_at', { type: 'DateTime' }),
    set_by: t.exposeString('set_by', { nullable: true, description: 'Name of the staff member.' }),
    state: t.exposeString('state', { description: 'active, failing or stopped.' }),
    delivered_at: t.expose('delivered_at', { type: 'DateTime', nullable: true }),
    failing_since: t.expose('failing_since', { type: 'DateTime', nullable: true }),
    failure: t.exposeString('failure', { nullable: true }),
    stopped_at: t.expose('stopped_at', { type: 'DateTime', nullable: true }),
    secret_id: t.exposeID('secret_id', {
      description: 'Changes with each new secret. It is not the secret.',
    }),
    secret_at: t.expose('secret_at', { type: 'DateTime' }),
    secret_by: t.exposeString('secret_by', { nullable: true, description: 'Name of the staff member.' }),
    old_secret_until: t.expose('old_secret_until', {
      type: 'DateTime',
      nullable: true,
      description: 'When the previous secret ends; null unless it still signs.',
    }),
    notices: t.field({
      type: [ClinicalNoticeRef],
      description: 'The last ten, the newest first.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

builder.objectFields(ClinicalClientRef, (t) => ({
  webhook: t.field({ type: ClinicalWebhookRef, nullable: true, resolve: ({ webhook }) => webhook }),
}));

const NewClinicalWebhookRef = builder.objectRef<NewWebhook>('NewClinicalWebhook').implement({
  fields: (t) => ({
    client: t.field({ type: ClinicalClientRef, resolve: ({ client }) => client }),
    secret: t.exposeString('secret', { description: 'Signs the notices. Returned only now.' }),
  }),
});

const ClinicalWebhookTestRef = builder.objectRef<WebhookTest>('ClinicalWebhookTest').implement({
  fields: (t) => ({
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Null if the receiver accepted the notice.',
    }),
  }),
});

builder.mutationFields((t) => ({
  setClinicalWebhook: t.field({
    type: NewClinicalWebhookRef,
    args: { client_id: t.arg.id({ required: true }), address: t.arg.string({ required: true }) },
    resolve: (_, args, context) => setClinicalWebhook.call(context, args),
  }),
  replaceClinicalSecret: t.field({
    type: NewClinicalWebhookRef,
    description: 'Makes a new secret. The previous one also signs for seven days.',
    args: { client_id: t.arg.id({ required: true }), seen: t.arg.string({ required: true }) },
    resolve: (_, args, context) => replaceClinicalSecret.call(context, args),
  }),
  removeClinicalWebhook: t.field({
    type: 'ID',
    args: { client_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => removeClinicalWebhook.call(context, args),
  }),
  testClinicalWebhook: t.field({
    type: ClinicalWebhookTestRef,
    args: { client_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => testClinicalWebhook.call(context, args),
  }),
}));
