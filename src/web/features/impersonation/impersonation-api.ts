import { graphql, type ResultOf } from '../../api/graphql.ts';
import { callRest } from '../../api/call.ts';
import { useRead, mapRead, type Read } from '../../api/use-read.ts';

const CustomerDocument = graphql(`
  query getCustomer($id: ID!) {
    getCustomer(id: $id) {
      id
      name
      email
      status
      provider
      plan_status
      completed_at
    }
  }
`);

/** A customer as the staff see them who may enter the account. */
export type Customer = ResultOf<typeof CustomerDocument>['getCustomer'];

/** A customer, by id. */
export function useCustomer(id: string): Read<Customer> {
  return mapRead(useRead(CustomerDocument, { id }, { refresh: true }), ({ getCustomer }) => getCustomer);
}

/** The reason for an impersonation, and the second step shown for it. */
export type Entry = { reason: string } & ({ password: string } | { code: string; method: string });

/** Enters a customer's account (API-33): the server puts the session of the account into the browser. @throws ApiError */
export function startImpersonation(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/login-as-customer', { customerId, ...entry });
}
