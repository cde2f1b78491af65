import { builder } from '../../../graphql/builder.ts';
import { inviteProvider } from './invite-operation.ts';

type Invited = Awaited<ReturnType<typeof inviteProvider.call>>;

const InvitedProviderRef = builder.objectRef<Invited>('InvitedProvider').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    contact_id: t.exposeID('contact_id'),
  }),
});

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
