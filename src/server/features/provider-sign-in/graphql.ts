import { builder } from '../../graphql/builder.ts';
import {
  checkProviderConnection,
  getProviderConnection,
  saveProviderConnection,
  type ShownConnection,
} from './connection/connection-operations.ts';
import { removeProviderConnection } from './connection/remove-operation.ts';

const ConnectionRef = builder.objectRef<ShownConnection>('ProviderConnection').implement({
  description: 'Where the staff of an external provider sign in. Its secret is never returned.',
  fields: (t) => ({
    provider_id: t.exposeID('provider_id'),
    issuer: t.exposeString('issuer', { description: 'Empty before the first save.' }),
    client_id: t.exposeString('client_id'),
    checked_at: t.expose('checked_at', { type: 'DateTime', nullable: true }),
    last_error: t.exposeString('last_error', {
      nullable: true,
      description:
        'address, unreachable, issuer, pkce, algorithm or credentials; null if the last check passed.',
    }),
    version: t.exposeInt('version', { description: 'Different for each save; 0 before the first.' }),
    joined: t.exposeInt('joined', { description: 'People who are joined to it.' }),
    callback_url: t.exposeString('callback_url', { description: 'To be entered at the issuer.' }),
    sign_in_url: t.exposeString('sign_in_url', { description: 'Where the staff begin to sign in.' }),
  }),
});

builder.queryFields((t) => ({
  getProviderConnection: t.field({
    type: ConnectionRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderConnection.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  saveProviderConnection: t.field({
    type: ConnectionRef,
    description: 'Checks the connection, and saves it only if staff could sign in with it.',
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true, description: 'The version that the change is based on.' }),
      issuer: t.arg.string({ required: true }),
      client_id: t.arg.string({ required: true }),
      client_secret: t.arg.string({ description: 'Empty: the saved one, for the same issuer.' }),
    },
    resolve: (_, args, context) => saveProviderConnection.call(context, args),
  }),
  checkProviderConnection: t.field({
    type: ConnectionRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => checkProviderConnection.call(context, args),
  }),
  removeProviderConnection: t.boolean({
    description:
      'Removes the connection, and signs its staff out. Refused while a provider that relies on it is external.',
    args: { id: t.arg.id({ required: true }), version: t.arg.int({ required: true }) },
    resolve: async (_, args, context) => (await removeProviderConnection.call(context, args)).removed,
  }),
}));
