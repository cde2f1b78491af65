import type { InvitedProvider } from '../../../../domain/inputs/invite-provider.ts';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';

const Invite = graphql(`
  mutation inviteProvider(
    $first_name: String!
    $last_name: String!
    $provider_name: String!
    $email: String!
    $providerType: String!
    $external_id: String
    $parent_id: ID
    $idempotency_key: String
  ) {
    inviteProvider(
      first_name: $first_name
      last_name: $last_name
      provider_name: $provider_name
      email: $email
      providerType: $providerType
      external_id: $external_id
      parent_id: $parent_id
      idempotency_key: $idempotency_key
    ) {
      id
      contact_id
    }
  }
`);

const changed = {
  types: ['RegisteredProvider', 'RegisteredProviderPage', 'ProviderNode', 'ProviderName', 'StaffOverview'],
};

/** Invites the contact person of a new provider under `parent_id`, or at the top: with the same key, once. @throws ApiError */
export async function inviteProvider(
  provider: InvitedProvider,
  parent_id: string | null,
  idempotency_key: string,
): Promise<void> {
  await call(Invite, { ...provider, parent_id, idempotency_key }, changed);
}
