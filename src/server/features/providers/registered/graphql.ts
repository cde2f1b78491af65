import { registeredProviderList } from '../../../../domain/lists/definitions/registered-providers.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { inviteProvider } from './invite-operation.ts';
import { getRegisteredProviders } from './list-operation.ts';
import type { RegisteredProvider } from './list-store.ts';

type Invited = Awaited<ReturnType<typeof inviteProvider.call>>;

const InvitedProviderRef = builder.objectRef<Invited>('InvitedProvider').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    contact_id: t.exposeID('contact_id'),
  }),
});

const RegisteredProviderRef = builder.objectRef<RegisteredProvider>('RegisteredProvider').implement({
  description: 'A provider with how far its contact person has come (GAP-90).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    type: t.exposeString('type', { description: 'internal_provider or external_provider' }),
    contact_id: t.exposeID('contact_id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email', { description: 'Of the contact person.' }),
    invite_date: t.expose('invite_date', { type: 'DateTime', nullable: true }),
    invite_accepted_date: t.expose('invite_accepted_date', { type: 'DateTime', nullable: true }),
    status: t.exposeString('status', { description: 'waiting, expired, accepted, incomplete or external' }),
  }),
});

const RegisteredProviderPageRef = pageType('RegisteredProviderPage', RegisteredProviderRef);

builder.queryFields((t) => ({
  getRegisteredProviders: t.field({
    type: RegisteredProviderPageRef,
    description: 'Providers whose contact person was invited, or signs in through another system.',
    args: pageArgs(registeredProviderList),
    resolve: (_, args, context) => getRegisteredProviders.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  inviteProvider: t.field({
    type: InvitedProviderRef,
    description: 'Makes a provider of which the name is known, and invites its contact person.',
    args: {
      first_name: t.arg.string({ required: true }),
      last_name: t.arg.string({ required: true }),
      provider_name: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      providerType: t.arg.string({ required: true, description: 'internal_provider or external_provider' }),
      external_id: t.arg.string({ description: 'Of an external provider alone, without the prefix.' }),
      parent_id: t.arg.id({ description: "The top, or the caller's own provider, where none is named." }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => inviteProvider.call(context, args),
  }),
}));
