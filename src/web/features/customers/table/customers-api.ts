import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { customersText } from '../../../../domain/lists/definitions/customers/customers-query.ts';
import type { ListRequest } from '../../../../domain/lists/request.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useRead, type Read } from '../../../api/use-read.ts';
import type { Found } from '../../../lists/reference/reference-props.ts';
import { useListRead } from '../../../lists/use-list-read.ts';

const Customers = graphql(customersText);

export type CustomerPage = ResultOf<typeof Customers>['getCustomers'];

/** A line of the customer table. */
export type CustomerRow = CustomerPage['data'][number];

/** Reads a part of the list of customers, with the counts of all. They are read again when the page is shown again. */
export function useCustomers(
  request: ListRequest<typeof customerList>,
): Read<{ getCustomers: CustomerPage }> {
  // Without a limit the page has the size of the list: a query of fifty such rows costs more than the server allows.
  return useListRead(customerList, request, Customers, { types: ['CustomerRow', 'CustomerPage'] });
}

const Views = graphql(`
  query getCustomerViews($provider_id: ID) {
    getCustomerViews(provider_id: $provider_id) {
      view
      count
      is_exact
    }
  }
`);

export type ViewCounts = ResultOf<typeof Views>['getCustomerViews'];

/** Counts the customers of each view of the list. `pause`: until the list itself is read. */
export const useViews = (provider_id: string | null, pause: boolean) =>
  useRead(Views, { provider_id }, { refresh: true, pause, types: ['CustomerViewCount', 'CustomerRow'] });

const Providers = graphql(`
  query getAllProviders($searchQuery: String) {
    getAllProviders(searchQuery: $searchQuery, limit: 20) {
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

/**
 * Finds the first twenty providers that the caller may choose, by words of their names, or the one with an id. @throws ApiError
 */
export async function findProviders(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) {
    const { getProvider } = await call(ProviderName, by, { cached: true });
    return [getProvider];
  }
  const variables = { searchQuery: by.words || null };
  const { getAllProviders } = await call(Providers, variables, { cached: true });
  return getAllProviders.data.map(({ id, name, path_names }) => ({
    id,
    name,
    // Path down to the provider, if it is under another one.
    note: path_names.join(' › ') || undefined,
  }));
}
