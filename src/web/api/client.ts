import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql';
import { consentFellDue } from './session/consent-due.ts';
import { earlyFetch } from './fetch/early-fetch.ts';
import { apiError } from './errors.ts';
import { personHeader, sessionLost } from './session/session-lost.ts';

/** Returns the options of a request. `more` are additional headers. */
export function fetchOptions(more: Record<string, string> = {}) {
  return {
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...personHeader(), ...more },
  } as const;
}

function makeClient(): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    fetch: earlyFetch,
    fetchOptions: () => fetchOptions(),
    exchanges: [
      cacheExchange,
      mapExchange({
        onError(error) {
          const refusal = apiError(error);
          if (refusal?.code === 'unauthenticated') sessionLost();
          if (refusal?.details['due'] === 'consent') consentFellDue();
        },
        onResult({ data, error }) {
          // For a visitor `currentUser` is null, without an error.
          if (!error && (data as { currentUser?: unknown } | undefined)?.currentUser === null) sessionLost();
        },
      }),
      fetchExchange,
    ],
  });
}

let client = makeClient();
const listeners = new Set<() => void>();

/** Returns the GraphQL client of the signed-in person. */
export function currentClient(): Client {
  return client;
}

/** Discards all cached data of the previous person, on signing in and out. */
export function renewClient(): void {
  client = makeClient();
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the client, for React. */
export function subscribeToClient(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
