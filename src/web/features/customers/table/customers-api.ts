import { customerList } from '../../../../domain/lists/customers.ts';
import { argumentsOf } from '../../../../domain/lists/query.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useRead, type Read } from '../../../api/use-read.ts';
import type { Found } from '../../../lists/reference-field.tsx';

const Customers = graphql(`
  query getCustomers(
    $search: String
    $provider_id: String
    $view: String
    $status: String
    $offset: Int
    $limit: Int
    $order_by: String
  ) {
    getCustomers(
      search: $search
      provider_id: $provider_id
      view: $view
      status: $status
      offset: $offset
      limit: $limit
      order_by: $order_by
    ) {
      count
      count_is_exact
      total
      complete
      data {
        id
        first_name
        last_name
        email
        designated_email
        placeholder_email
        image
        customer_id
        provider
        plan_state
        latest_update
        customer_status
        created_at
        last_reminder
        trial_end_date
        integrations {
          type
        }
      }
    }
  }
`);

export type CustomerPage = ResultOf<typeof Customers>['getCustomers'];

/** A line of the customer table. */
export type CustomerRow = CustomerPage['data'][number];

/** Customers of a part of the list, with the counts of all. They are read again when the page is looked at. */
export function useCustomers(
  request: ListRequest<typeof customerList>,
): Read<{ getCustomers: CustomerPage }> {
  const variables = argumentsOf(customerList, request);
  return useRead(Customers, variables, { refresh: true, types: ['CustomerRow', 'CustomerPage'] });
}

const Providers = graphql(`
  query getAllProviders($searchQuery: String, $limit: Int) {
    getAllProviders(searchQuery: $searchQuery, limit: $limit) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

const ProviderName = graphql(`
  query providerName($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

/** How many providers are offered at once: more are found by typing on. */
const mostProviders = 20;

/** The providers that the caller may pick, by words of their names, or the one with an id. @throws ApiError */
export async function findProviders(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) {
    const { getProvider } = await call(ProviderName, by, { cached: true });
    return [getProvider];
  }
  const variables = { searchQuery: by.words || null, limit: mostProviders };
  const { getAllProviders } = await call(Providers, variables, { cached: true });
  return getAllProviders.data.map(({ id, name, path_names }) => ({
    id,
    name,
    // The way down to it, where it is under another one.
    note: path_names.filter((each) => each !== name).join(' › ') || undefined,
  }));
}
