import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql';
import { apiError } from './errors.ts';
import { sessionLost } from './session-lost.ts';

function makeClient(): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    fetchOptions: { credentials: 'same-origin', headers: { accept: 'application/json' } },
    exchanges: [
      cacheExchange,
      mapExchange({
        onError(error) {
          if (apiError(error)?.code === 'unauthenticated') sessionLost();
        },
      }),
      fetchExchange,
    ],
  });
}

let client = makeClient();
const listeners = new Set<() => void>();

/** The GraphQL client of the person who is signed in now. */
export function currentClient(): Client {
  return client;
}

/** Forgets everything that was read for the person before: on signing in and out. */
export function renewClient(): void {
  client = makeClient();
  for (const listener of listeners) listener();
}

/** For React: calls back when the client is another one. */
export function subscribeToClient(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
