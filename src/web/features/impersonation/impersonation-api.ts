import { graphql, type ResultOf } from '../../api/graphql.ts';
import { callRest } from '../../api/call.ts';
import { useRead, mapRead, type Read } from '../../api/use-read.ts';
import { oneOf } from '../../api/one-of.ts';
import { userStatuses } from '../../../domain/account-lists.ts';

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

type Row = ResultOf<typeof CustomerDocument>['getCustomer'];

/** A customer as the staff see them who may enter the account. */
export type Customer = Omit<Row, 'status'> & { status: (typeof userStatuses)[number] };

/** A customer, by id. */
export function useCustomer(id: string): Read<Customer> {
  return mapRead(useRead(CustomerDocument, { id }, { refresh: true }), ({ getCustomer }) => ({
    ...getCustomer,
    status: oneOf(userStatuses, getCustomer.status),
  }));
}

/** Why somebody enters a customer's account, and what they show of themselves. */
export type Entry = { reason: string } & ({ password: string } | { code: string; method: string });

/** Enters a customer's account (API-33): the server puts the session of the account into the browser. @throws ApiError */
export function startImpersonation(customerId: string, entry: Entry): Promise<unknown> {
  return callRest('/api/auth/login-as-customer', { customerId, ...entry });
}
