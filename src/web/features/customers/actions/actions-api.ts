import type { AnyVariables, TypedDocumentNode } from 'urql';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import { refreshRecentActivities } from '../../notifications/api.ts';
import type { ActionCustomer } from '../staff.ts';

/** Types and queries that contain customers or counts of them: they are read again after each change. */
const changed = {
  types: [
    'CustomerRow',
    'CustomerPage',
    'Customer',
    'AcpCounts',
    'CustomerViewCount',
    'StaffOverview',
    'RecentActivity',
  ],
};

/** Sends a change of customers, and reads the recent activity again afterwards (DASH-19). @throws ApiError */
export async function change<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const data = await call(document, variables, changed);
  refreshRecentActivities();
  return data;
}

const Status = graphql(`
  mutation updateUserStatus($id: ID!, $status: String!, $seen: String) {
    updateUserStatus(id: $id, status: $status, seen: $seen) {
      id
      customer_status
    }
  }
`);

/** Suspends or unsuspends a customer (CACT-03, CACT-14). `seen` is the status that the caller saw. @throws ApiError */
export const setStatus = (id: string, status: 'suspended' | 'active', seen: string) =>
  change(Status, { id, status, seen });

const Archive = graphql(`
  mutation archiveCustomer($id: ID!, $seen: String) {
    archiveCustomer(user_id: $id, seen: $seen) {
      id
    }
  }
`);

/** Archives a customer (CACT-04). @throws ApiError */
export const archiveCustomer = (id: string, seen: string) => change(Archive, { id, seen });

const Unarchive = graphql(`
  mutation unarchiveCustomer($id: ID!, $seen: String) {
    unarchiveCustomer(user_id: $id, seen: $seen) {
      id
      customer_status
    }
  }
`);

/** Restores an archived customer. @throws ApiError */
export const unarchiveCustomer = (id: string, seen: string) => change(Unarchive, { id, seen });

const Remove = graphql(`
  mutation deleteUser($id: ID!, $reason: String, $seen: String) {
    deleteUser(id: $id, type: "delete", reason: $reason, seen: $seen) {
      id
      delete_on
    }
  }
`);

/** Removes a customer, who is deleted after thirty days (CACT-11, D-62). @throws ApiError */
export const removeCustomer = (id: string, reason: string, seen: string) =>
  change(Remove, { id, reason, seen });

const TakeBack = graphql(`
  mutation takeCustomerBack($id: ID!) {
    takeCustomerBack(id: $id) {
      id
      customer_status
    }
  }
`);

/** Undoes the removal of a customer. @throws ApiError */
export const takeCustomerBack = (id: string) => change(TakeBack, { id });

const Cancel = graphql(`
  mutation cancelInvite($id: ID!, $seen: String) {
    cancelInvite(id: $id, seen: $seen) {
      id
    }
  }
`);

/** Cancels an invitation (CACT-06). @throws ApiError */
export const cancelInvitation = (id: string, seen: string) => change(Cancel, { id, seen });

const Remind = graphql(`
  mutation sendReminder($id: ID!, $seen: String) {
    sendReminder(id: $id, seen: $seen) {
      id
      last_reminder
    }
  }
`);

/** Sends the invitation again (CACT-05). @throws ApiError */
export const sendReminder = (id: string, seen: string) => change(Remind, { id, seen });

const Reset = graphql(`
  mutation resetCustomer($id: ID!, $seen: String) {
    resetCustomer(id: $id, seen: $seen) {
      id
    }
  }
`);

/** Sends the link for a new password (CACT-07). @throws ApiError */
export const resetCustomer = (id: string, seen: string) => change(Reset, { id, seen });

const EditId = graphql(`
  mutation updateCustomerId($id: ID!, $customer_id: String!, $room: String) {
    updateCustomerId(id: $id, customer_id: $customer_id, room: $room) {
      id
      customer_id
      room
    }
  }
`);

/** Changes the provider's own number and the room of a customer; an empty one removes it (CACT-41, N-09). @throws ApiError */
export const setCustomerId = (id: string, placed: { customer_id: string; room: string }) =>
  change(EditId, { id, ...placed });

const Contacts = graphql(`
  query customerContacts($userId: ID!) {
    customerContacts(userId: $userId) {
      result {
        id
        name
        email
      }
    }
  }
`);

export type DesignateContact = { id: string; name: string; email: string };

/** Reads the trusted contacts whose address an account may use (API-18). */
export const useDesignateContacts = (userId: string): Read<readonly DesignateContact[]> =>
  mapRead(useRead(Contacts, { userId }, { fresh: true }), ({ customerContacts }) => customerContacts.result);

const Designate = graphql(`
  mutation designateEmail($userId: ID!, $email: String!, $emailOf: String!, $seen: String) {
    designateEmail(userId: $userId, email: $email, emailOf: $emailOf, seen: $seen) {
      returning {
        success
      }
    }
  }
`);

/** Sets the address of an account, and sends the invitation there (API-19). @throws ApiError */
export const designateEmail = (
  { id, customer_status }: Pick<ActionCustomer, 'id' | 'customer_status'>,
  address: { email: string; emailOf: string },
) => change(Designate, { userId: id, ...address, seen: customer_status });
