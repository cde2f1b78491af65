import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const CustomerDocument = graphql(`
  query getCustomer($id: ID!) {
    getCustomer(id: $id) {
      id
      first_name
      last_name
      email
      customer_status
      provider
      plan {
        status
        signed_at
      }
    }
  }
`);

/** A customer as staff see them. */
export type Customer = ResultOf<typeof CustomerDocument>['getCustomer'];

/** A customer, by id. */
export function useCustomer(id: string): Read<Customer> {
  return mapRead(useRead(CustomerDocument, { id }, { refresh: true }), ({ getCustomer }) => getCustomer);
}
