import type { ConnectionWords } from '../../../../domain/inputs/sign-in/provider-connection.ts';
import { connectionProblems } from '../../../../domain/providers/connection.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const ConnectionOf = graphql(`
  query getProviderConnection($id: ID!) {
    getProviderConnection(id: $id) {
      provider_id
      issuer
      client_id
      checked_at
      last_error
      version
      joined
      callback_url
      sign_in_url
    }
  }
`);

const SaveConnection = graphql(`
  mutation saveProviderConnection(
    $id: ID!
    $version: Int!
    $issuer: String!
    $client_id: String!
    $client_secret: String
  ) {
    saveProviderConnection(
      id: $id
      version: $version
      issuer: $issuer
      client_id: $client_id
      client_secret: $client_secret
    ) {
      provider_id
      checked_at
    }
  }
`);

const CheckConnection = graphql(`
  mutation checkProviderConnection($id: ID!) {
    checkProviderConnection(id: $id) {
      provider_id
      checked_at
      last_error
    }
  }
`);

const RemoveConnection = graphql(`
  mutation removeProviderConnection($id: ID!, $version: Int!) {
    removeProviderConnection(id: $id, version: $version)
  }
`);

/** Where the staff of a provider sign in. */
export type Connection = ResultOf<typeof ConnectionOf>['getProviderConnection'];

/** The part of a connection that a check changes. */
export type Checked = Pick<Connection, 'checked_at' | 'last_error'>;

/** Reads the connection of a provider, from the server. */
export const useConnection = (id: string): Read<Connection> =>
  mapRead(
    useRead(ConnectionOf, { id }, { fresh: true }),
    ({ getProviderConnection }) => getProviderConnection,
  );

/**
 * Checks and saves a connection. @throws ApiError `invalid` at the fields; `conflict` if another person has saved or removed it since
 * this version
 */
export const saveConnection = (id: string, version: number, values: ConnectionWords) =>
  call(SaveConnection, { id, version, ...values });

/** Removes a connection. @throws ApiError; `conflict` if another person has saved it since this version */
export const removeConnection = (id: string, version: number) => call(RemoveConnection, { id, version });

/** Checks a saved connection again. @throws ApiError */
export async function checkConnection(id: string): Promise<Checked> {
  return (await call(CheckConnection, { id })).checkProviderConnection;
}

/** Returns the text about a failed check. */
export const problemKey = (problem: string) =>
  `error.connection.${oneOf(connectionProblems, problem)}` as const;
