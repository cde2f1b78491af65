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
          added_by
          last_used_at
        }
        webhook {
          id
          address
          set_at
          set_by
          state
          delivered_at
          failing_since
          failure
          stopped_at
          secret_id
          secret_at
          secret_by
          old_secret_until
          notices {
            id
            change
            created_at
            state
            tries
            failure
          }
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

const SetClinicalWebhook = graphql(`
  mutation setClinicalWebhook($client_id: ID!, $address: String!) {
    setClinicalWebhook(client_id: $client_id, address: $address) {
      secret
    }
  }
`);

const ReplaceClinicalSecret = graphql(`
  mutation replaceClinicalSecret($client_id: ID!, $seen: String!) {
    replaceClinicalSecret(client_id: $client_id, seen: $seen) {
      secret
      client {
        id
        webhook {
          id
          old_secret_until
        }
      }
    }
  }
`);

const RemoveClinicalWebhook = graphql(`
  mutation removeClinicalWebhook($client_id: ID!) {
    removeClinicalWebhook(client_id: $client_id)
  }
`);

const TestClinicalWebhook = graphql(`
  mutation testClinicalWebhook($client_id: ID!) {
    testClinicalWebhook(client_id: $client_id) {
      failure
    }
  }
`);

/** The clinical systems of a provider, and the addresses that they need. */
export type ClinicalAccess = ResultOf<typeof ClinicalClientsQuery>['clinicalClients'];

export type ClinicalClient = ClinicalAccess['clients'][number];

export type ClinicalKey = ClinicalClient['keys'][number];

export type ClinicalWebhook = NonNullable<ClinicalClient['webhook']>;

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'addKey' | 'revoke' | 'webhook' | 'removeWebhook'; client: ClinicalClient }
  | { kind: 'secret'; client: ClinicalClient; webhook: ClinicalWebhook }
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

/** Sets the address for notices. Returns the secret, which the server returns only now. Throws ApiError. */
export const setWebhook = async (client_id: string, address: string): Promise<string> =>
  (await call(SetClinicalWebhook, { client_id, address }, { types })).setClinicalWebhook.secret;

/** A new secret, and when the previous one ends. */
export type NewSecret = { secret: string; oldUntil: string | null };

/**
 * Makes a new secret for notices. `seen` is the id of the newest secret that the user saw. The server returns the secret only now. Throws
 * ApiError.
 */
export async function replaceSecret(client_id: string, seen: string): Promise<NewSecret> {
  const { secret, client } = (await call(ReplaceClinicalSecret, { client_id, seen }, { types }))
    .replaceClinicalSecret;
  return { secret, oldUntil: client.webhook?.old_secret_until ?? null };
}

/** Removes the address for notices. Throws ApiError. */
export const removeWebhook = (client_id: string) => call(RemoveClinicalWebhook, { client_id }, { types });

/** Sends a test notice. Returns the reason if it was not delivered; null if it was. @throws ApiError */
export const testWebhook = async (client_id: string): Promise<string | null> =>
  (await call(TestClinicalWebhook, { client_id }, { types })).testClinicalWebhook.failure;
