import { builder } from '../../graphql/builder.ts';
import {
  addClinicalKey,
  clinicalClients,
  createClinicalClient,
  removeClinicalKey,
  revokeClinicalClient,
  type ClinicalAccess,
} from './clients/client-operations.ts';
import type { ShownClient, ShownKey } from './clients/client-store.ts';

const ClinicalKeyRef = builder.objectRef<ShownKey>('ClinicalKey').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    kid: t.exposeString('kid', { description: 'The id that the header of an assertion names.' }),
    kind: t.exposeString('kind', { description: 'RSA or EC.' }),
    added_at: t.expose('added_at', { type: 'DateTime' }),
    added_by: t.exposeString('added_by', { nullable: true, description: 'Name of the staff member.' }),
    last_used_at: t.expose('last_used_at', { type: 'DateTime', nullable: true }),
  }),
});

export const ClinicalClientRef = builder.objectRef<ShownClient>('ClinicalClient').implement({
  description: 'A clinical system that signs in with its own key (SMART Backend Services).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The client id.' }),
    name: t.exposeString('name'),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    registered_by: t.exposeString('registered_by', {
      nullable: true,
      description: 'Name of the staff member.',
    }),
    keys: t.field({ type: [ClinicalKeyRef], resolve: ({ keys }) => [...keys] }),
  }),
});

const ClinicalAccessRef = builder.objectRef<ClinicalAccess>('ClinicalAccess').implement({
  fields: (t) => ({
    sign_in_address: t.exposeString('sign_in_address', { description: 'Also the audience of an assertion.' }),
    fhir_address: t.exposeString('fhir_address'),
    clients: t.field({ type: [ClinicalClientRef], resolve: ({ clients }) => [...clients] }),
  }),
});

builder.queryFields((t) => ({
  clinicalClients: t.field({
    type: ClinicalAccessRef,
    args: { provider_id: t.arg.id() },
    resolve: (_, args, context) => clinicalClients.call(context, args),
  }),
}));

const keysArg = 'A JSON Web Key Set, one JSON Web Key, or PEM: public keys only.';

builder.mutationFields((t) => ({
  createClinicalClient: t.field({
    type: ClinicalClientRef,
    args: {
      provider_id: t.arg.id(),
      name: t.arg.string({ required: true }),
      keys: t.arg.string({ required: true, description: keysArg }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => createClinicalClient.call(context, args),
  }),
  addClinicalKey: t.field({
    type: ClinicalClientRef,
    args: {
      client_id: t.arg.id({ required: true }),
      keys: t.arg.string({ required: true, description: keysArg }),
    },
    resolve: (_, args, context) => addClinicalKey.call(context, args),
  }),
  removeClinicalKey: t.field({
    type: 'ID',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => removeClinicalKey.call(context, args),
  }),
  revokeClinicalClient: t.field({
    type: 'ID',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => revokeClinicalClient.call(context, args),
  }),
}));
