import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const ClinicalClientsQuery = graphql(`
  query clinicalClients($provider_id: ID) {
    clinicalClients(provider_id: $provider_id) {
      sign_in_address
      fhir_address
      clients {
        id
        name
        created_at
        registered_by
        keys {
          id
          kid
          kind
          added_at
          last_used_at
        }
      }
    }
  }
`);

const CreateClinicalClient = graphql(`
  mutation createClinicalClient($provider_id: ID, $name: String!, $keys: String!, $idempotency_key: String) {
    createClinicalClient(
      provider_id: $provider_id
      name: $name
      keys: $keys
      idempotency_key: $idempotency_key
    ) {
      id
    }
  }
`);

const AddClinicalKey = graphql(`
  mutation addClinicalKey($client_id: ID!, $keys: String!) {
    addClinicalKey(client_id: $client_id, keys: $keys) {
      id
    }
  }
`);

const RemoveClinicalKey = graphql(`
  mutation removeClinicalKey($id: ID!) {
    removeClinicalKey(id: $id)
  }
`);

const RevokeClinicalClient = graphql(`
  mutation revokeClinicalClient($id: ID!) {
    revokeClinicalClient(id: $id)
  }
`);

/** The clinical systems of a provider, and the addresses that they need. */
export type ClinicalAccess = ResultOf<typeof ClinicalClientsQuery>['clinicalClients'];

export type ClinicalClient = ClinicalAccess['clients'][number];

export type ClinicalKey = ClinicalClient['keys'][number];

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'addKey' | 'revoke'; client: ClinicalClient }
  | { kind: 'removeKey'; client: ClinicalClient; key: ClinicalKey };

const types = ['ClinicalAccess'] as const;

/** Reads the clinical systems of a provider. */
export const useClinicalClients = (provider_id: string): Read<ClinicalAccess> =>
  mapRead(
    useRead(ClinicalClientsQuery, { provider_id }, { refresh: true, types }),
    (data) => data.clinicalClients,
  );

/** Registers a clinical system; a call repeated with the same key registers it only once. Throws ApiError. */
export const createClient = (values: {
  provider_id: string;
  name: string;
  keys: string;
  idempotency_key: string;
}) => call(CreateClinicalClient, values, { types });

/** Adds public keys to a clinical system. Throws ApiError. */
export const addKey = (client_id: string, keys: string) =>
  call(AddClinicalKey, { client_id, keys }, { types });

/** Removes a key. Throws ApiError. */
export const removeKey = (id: string) => call(RemoveClinicalKey, { id }, { types });

/** Revokes a clinical system. Throws ApiError. */
export const revokeClient = (id: string) => call(RevokeClinicalClient, { id }, { types });
