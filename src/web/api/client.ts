import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql';
import { consentFellDue } from './consent-due.ts';
import { earlyFetch } from './early-fetch.ts';
import { apiError } from './errors.ts';
import { personHeader, sessionLost } from './session-lost.ts';

/** How a request goes out. `more` are headers that go with it. */
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
