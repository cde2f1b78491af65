import type { InvitedProvider } from '../../../../domain/inputs/organisation/invite-provider.ts';
import {
  registeredProviderList,
  registeredStatuses,
} from '../../../../domain/lists/definitions/registered-providers.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { mapRead, type Read } from '../../../api/use-read.ts';
import { useListRead } from '../../../lists/use-list-read.ts';

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

/**
 * Invites the contact person of a new provider under `parent_id`, or at the top. The same idempotency key invites once. @throws
 * ApiError
 */
export async function inviteProvider(
  provider: InvitedProvider,
  parent_id: string | null,
  idempotency_key: string,
): Promise<void> {
  await call(Invite, { ...provider, parent_id, idempotency_key }, changed);
}

const Registered = graphql(`
  query getRegisteredProviders($search: String, $status: String, $offset: Int, $order_by: String) {
    getRegisteredProviders(search: $search, status: $status, offset: $offset, order_by: $order_by) {
      count
      count_is_exact
      data {
        id
        name
        contact_id
        first_name
        last_name
        email
        invite_date
        invite_accepted_date
        status
      }
    }
  }
`);

/** A provider whose contact person was invited. */
export type RegisteredProvider = ResultOf<typeof Registered>['getRegisteredProviders']['data'][number];

/** Returns the state of an invitation. */
export const statusOf = ({ status }: RegisteredProvider) => oneOf(registeredStatuses, status);

/** Reads providers of a part of the list. They are read again when the page is shown again. */
export function useRegistered(
  request: ListRequest<typeof registeredProviderList>,
): Read<Page<RegisteredProvider>> {
  // Without a limit the page has the size of the list: a query of fifty such rows costs more than the server allows.
  const read = useListRead(registeredProviderList, request, Registered, {
    types: ['RegisteredProvider', 'RegisteredProviderPage'],
  });
  return mapRead(read, ({ getRegisteredProviders: { count_is_exact, ...page } }) => ({
    ...page,
    isExact: count_is_exact,
  }));
}

const Resend = graphql(`
  mutation resendStaffInvitation($id: ID!) {
    resendStaffInvitation(id: $id) {
      id
    }
  }
`);

/** Sends the invitation of a contact person again: the previous link becomes invalid. @throws ApiError */
export async function resendInvitation(contactId: string): Promise<void> {
  await call(Resend, { id: contactId }, changed);
}
