import type { ListRequest } from '../../../domain/lists/request.ts';
import type { connectionList } from '../../../domain/lists/definitions/integrations.ts';
import { call } from '../../api/call.ts';
import { graphql } from '../../api/graphql.ts';
import { pathWith, rest } from '../../api/fetch/rest.ts';
import { useCall } from '../../api/use-call.ts';
import { mapFound, useRead, type Read } from '../../api/use-read.ts';
import type { Found } from '../../lists/reference/reference-props.ts';

/** State of a connection. */
export type ConnectionState = 'connected' | 'notChecked' | 'failed';

/** Connection of a provider to its residential-care system. The secret is never sent to a page. */
export type Connection = {
  address: string;
  facility_code: string;
  user_name: string;
  secret_saved_at: string;
  state: ConnectionState;
  checked_at: string | null;
  failed_at: string | null;
  failure: string | null;
  /** Whether the system is the simulated one of an installation that is not in production. */
  simulated: boolean;
  version: number;
};

export type SystemConfig = {
  connection: Connection | null;
  /** Whether the simulated system can be connected: outside production. */
  simulated_available: boolean;
};

/** Provider of the page: its id, and its name for sentences. */
export type OfProvider = { id: string; name: string };

const configPath = '/api/integrations/ecase/system-config';

/** Reads the connection of a provider. */
export const useSystemConfig = (providerId: string): Read<SystemConfig> =>
  useCall(
    `config ${providerId}`,
    () => rest<SystemConfig>(pathWith(configPath, { provider_id: providerId })),
    { keeps: true },
  );

/** Saves a connection. An empty secret keeps the present one. @throws ApiError */
export const saveConnection = (
  provider_id: string,
  values: { address: string; facility_code: string; user_name: string; secret: string },
  version: number | undefined,
): Promise<SystemConfig> =>
  rest(configPath, {
    method: 'PUT',
    input: { provider_id, ...values, version: version ?? null },
  });

/** Ends a connection: its links and residents are removed, customers and plans are kept. @throws ApiError */
export const removeConnection = (provider_id: string, version: number): Promise<SystemConfig> =>
  rest(configPath, { method: 'DELETE', input: { provider_id, version } });

/** Asks the system whether it accepts the credentials. The result is the state of the connection. @throws ApiError */
export const checkCredentials = (provider_id: string): Promise<SystemConfig> =>
  rest('/api/integrations/ecase/check-credentials', { method: 'POST', input: { provider_id } });

/** A connection in the list of the platform's administrators. */
export type ListedConnection = {
  provider_id: string;
  provider: string;
  state: ConnectionState;
  checked_at: string | null;
  failed_at: string | null;
  linked: number;
  last_sync_at: string | null;
};

type ConnectionPage = { count: number; data: ListedConnection[] };

/** Reads a page of the connections of all providers. */
export const useConnections = ({ page }: ListRequest<typeof connectionList>): Read<ConnectionPage> =>
  useCall(`connections ${page}`, () =>
    rest<ConnectionPage>(pathWith('/api/integrations/contact-provider-integration', { page })),
  );

const ProviderName = graphql(`
  query integrationProvider($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

/** Reads the name of a provider. */
export const useProvider = (id: string): Read<OfProvider> =>
  mapFound(useRead(ProviderName, { id }), ({ getProvider }) => getProvider);

const Providers = graphql(`
  query integrationProviders($searchQuery: String) {
    getAllProviders(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

/** Finds the first providers by words of their names, or the one with an id. @throws ApiError */
export async function findProviders(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) return [(await call(ProviderName, by, { cached: true })).getProvider];
  const { getAllProviders } = await call(Providers, { searchQuery: by.words || null }, { cached: true });
  return getAllProviders.data.map(({ id, name, path_names }) => ({
    ...{ id, name },
    note: path_names.join(' › ') || undefined,
  }));
}
