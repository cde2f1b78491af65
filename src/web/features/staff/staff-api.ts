import { staffList } from '../../../domain/lists/definitions/staff.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Read } from '../../api/use-read.ts';
import type { Found } from '../../lists/reference/reference-props.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Staff = graphql(`
  query getProviderUsers(
    $search: String
    $provider_id: String
    $role: String
    $status: String
    $offset: Int
    $order_by: String
  ) {
    getProviderUsers(
      search: $search
      provider_id: $provider_id
      role: $role
      status: $status
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      given_roles
      data {
        id
        first_name
        last_name
        phone
        email
        provider_id
        provider_name
        role
        status
        image
        permission_role_id
        invite_date
        second_step_on
        is_contact
        may_change
        may_secure
        updated_at
      }
    }
    getProviderUsersCount(provider_id: null) {
      total
      active
      invited
      suspended
    }
  }
`);

/** Data of the staff list. */
export type StaffRead = ResultOf<typeof Staff>;

/** A line of the list of staff. */
export type StaffRow = StaffRead['getProviderUsers']['data'][number];

const names = ['ProviderUser', 'ProviderUserPage', 'ProviderUsersCount'];

/** Reads a part of the list of staff, with the counts of all. They are read again when the page is shown again. */
export function useStaff(request: ListRequest<typeof staffList>): Read<StaffRead> {
  return useListRead(staffList, request, Staff, { types: names });
}

/** Notifications and pages that count staff are read again after each change. */
const changed = { types: names };

const Add = graphql(`
  mutation insertProviderUser(
    $provider_id: ID
    $first_name: String!
    $last_name: String!
    $email: String!
    $phone: String
    $role: String!
    $permission_role_id: Int!
    $idempotency_key: String
  ) {
    insertProviderUser(
      provider_id: $provider_id
      first_name: $first_name
      last_name: $last_name
      email: $email
      phone: $phone
      role: $role
      permission_role_id: $permission_role_id
      idempotency_key: $idempotency_key
    ) {
      id
      first_name
      last_name
      email
      status
    }
  }
`);

/** Input for a new staff member. */
export type NewStaff = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  role: string;
  permission_role_id: number;
};

/** Adds a staff member to a provider, or to the caller's own. The same idempotency key adds them once. @throws ApiError */
export const addStaff = async (member: NewStaff, provider_id: string | null, idempotency_key: string) =>
  (await call(Add, { ...member, provider_id, idempotency_key }, changed)).insertProviderUser;

const Update = graphql(`
  mutation updateProviderUser(
    $id: ID!
    $first_name: String!
    $last_name: String!
    $email: String!
    $phone: String
    $role: String
    $seen_at: String
  ) {
    updateProviderUser(
      id: $id
      first_name: $first_name
      last_name: $last_name
      email: $email
      phone: $phone
      role: $role
      seen_at: $seen_at
    ) {
      id
      first_name
      last_name
      email
      phone
      role
      updated_at
    }
  }
`);

/** Values of a staff member's form. */
export type StaffWords = Record<'first_name' | 'last_name' | 'email' | 'phone' | 'role', string>;

/** Returns the values of a staff member for the form, with the time of the save as their version. */
export function wordsOf(
  staff: Pick<StaffRow, 'first_name' | 'last_name' | 'email' | 'phone' | 'role' | 'updated_at'>,
) {
  const { first_name, last_name, email, phone, role, updated_at } = staff;
  const values: StaffWords = {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    role: role ?? '',
  };
  return { version: Date.parse(updated_at), values };
}

/** Saves the facts about a staff member. @throws ApiError, `conflict` if another person has saved meanwhile */
export async function saveStaff(id: string, words: StaffWords, version: number) {
  const seen_at = new Date(version).toISOString();
  return wordsOf((await call(Update, { id, ...words, seen_at }, changed)).updateProviderUser);
}

const Role = graphql(`
  mutation updateUserPermissionRole($id: ID!, $permission_role_id: Int!, $seen: String) {
    updateUserPermissionRole(id: $id, permission_role_id: $permission_role_id, seen: $seen) {
      id
      permission_role_id
    }
  }
`);

/** Gives a staff member another permission role (API-51). @throws ApiError */
export const setRole = (id: string, permission_role_id: number, seen: string) =>
  call(Role, { id, permission_role_id, seen }, changed);

const Suspend = graphql(`
  mutation suspendProviderUser($id: ID!, $seen: String) {
    suspendProviderUser(id: $id, seen: $seen) {
      id
      status
    }
  }
`);

/** @throws ApiError */
export const suspendStaff = (id: string, seen: string) => call(Suspend, { id, seen }, changed);

const Reactivate = graphql(`
  mutation reactivateProviderUser($id: ID!, $seen: String) {
    reactivateProviderUser(id: $id, seen: $seen) {
      id
      status
    }
  }
`);

/** @throws ApiError */
export const reactivateStaff = (id: string, seen: string) => call(Reactivate, { id, seen }, changed);

const Remove = graphql(`
  mutation deleteProviderUser($id: ID!, $seen: String) {
    deleteProviderUser(id: $id, seen: $seen) {
      id
    }
  }
`);

/** @throws ApiError */
export const removeStaff = (id: string, seen: string) => call(Remove, { id, seen }, changed);

const Resend = graphql(`
  mutation resendStaffInvitation($id: ID!) {
    resendStaffInvitation(id: $id) {
      id
      invite_date
    }
  }
`);

/** @throws ApiError */
export const resendInvitation = (id: string) => call(Resend, { id }, changed);

const EndSessions = graphql(`
  mutation endStaffSessions($id: ID!, $password: String!) {
    endStaffSessions(id: $id, password: $password) {
      id
    }
  }
`);

/** Signs a staff member out on all devices. @throws ApiError, `invalid` at `password` */
export const endSessions = (id: string, password: string) => call(EndSessions, { id, password }, changed);

const RemoveSecondStep = graphql(`
  mutation removeStaffSecondStep($id: ID!, $password: String!) {
    removeStaffSecondStep(id: $id, password: $password) {
      id
      second_step_on
    }
  }
`);

/** Removes a lost second step. @throws ApiError, `invalid` at `password` */
export const removeSecondStep = (id: string, password: string) =>
  call(RemoveSecondStep, { id, password }, changed);

const Providers = graphql(`
  query staffProviders($searchQuery: String) {
    getStaffProviders(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

const ProviderName = graphql(`
  query staffProviderName($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

/**
 * Finds the first twenty providers to which the caller may add staff, by words of their names, or the one with an id. @throws
 * ApiError
 */
export async function findProviders(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) {
    const { getProvider } = await call(ProviderName, by, { cached: true });
    return [getProvider];
  }
  const { getStaffProviders } = await call(Providers, { searchQuery: by.words || null }, { cached: true });
  return getStaffProviders.data.map(({ id, name, path_names }) => ({
    id,
    name,
    note: path_names.join(' › ') || undefined,
  }));
}
