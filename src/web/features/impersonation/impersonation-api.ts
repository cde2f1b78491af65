import { graphql } from '../../api/graphql.ts';
import { postJson, type RestResult } from '../../api/rest.ts';

/** A customer as the staff see them who may enter the account. */
export const CustomerDocument = graphql(`
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

/** Why somebody enters a customer's account, and what they show of themselves. */
export type Entry = { reason: string } & ({ password: string } | { code: string; method: string });

/** Enters a customer's account (API-33): the server puts the session of the account into the browser. */
export function enterCustomer(customerId: string, entry: Entry): Promise<RestResult<unknown>> {
  return postJson('/api/auth/login-as-customer', { customerId, ...entry });
}
