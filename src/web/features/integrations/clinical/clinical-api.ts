import { useCallback, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';
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

/**
 * Returns the function that registers a clinical system; a retry after an unknown outcome registers it only once. It throws ApiError.
 */
export function useCreateClient(
  provider_id: string,
): (values: { name: string; keys: string }) => Promise<unknown> {
  const key = useRef<string>(undefined);
  return useCallback(
    async ({ name, keys }) => {
      key.current ??= crypto.randomUUID();
      try {
        const values = { provider_id, name, keys, idempotency_key: key.current };
        await call(CreateClinicalClient, values, { types });
        key.current = undefined;
      } catch (error) {
        // The system may have been registered: the next try has the same key.
        if (codeOf(error) !== 'unavailable') key.current = undefined;
        throw error;
      }
    },
    [provider_id],
  );
}

/** Adds public keys to a clinical system. Throws ApiError. */
export const addKey = (client_id: string, keys: string) =>
  call(AddClinicalKey, { client_id, keys }, { types });

/** Removes a key. Throws ApiError. */
export const removeKey = (id: string) => call(RemoveClinicalKey, { id }, { types });

/** Revokes a clinical system. Throws ApiError. */
export const revokeClient = (id: string) => call(RevokeClinicalClient, { id }, { types });
