import { timedFetch } from '../api/fetch/timed-fetch.ts';
import { asSent } from './questions.ts';

/** A request: `person` is null before it is known. */
type Question = {
  name: string | undefined;
  text: string;
  variables: Readonly<Record<string, unknown>>;
  person: string | null;
};

/** A pending response, with the time at which it arrived. */
export type EarlyAnswer = { response: Promise<Response>; cameAt: () => number };

type Asked = EarlyAnswer & { key: string; at: number };

/** Time after which a response is too old and is requested again, in milliseconds. */
const freshMs = 30_000;

let waiting: readonly Asked[] = [];

/** Two queries may have one name. Commas mean nothing in a query, and the client writes none. */
const keyOf = (name: unknown, query: string, variables: object, person: string | null) =>
  JSON.stringify([
    name,
    query.replaceAll(/[\s,]/g, ''),
    Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    person,
  ]);

/** Sends a request of the page before the script that shows it is loaded. The response is kept for it. */
export function askEarly({ name, text, variables, person }: Question): Promise<Response> {
  let came = 0;
  const query = asSent(text);
  const response = timedFetch('/api/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(person !== null && { 'wattle-person': person }),
    },
    body: JSON.stringify({ operationName: name, query, variables }),
  });
  response.then(
    () => (came = Date.now()),
    () => undefined,
  );
  const key = keyOf(name, query, variables, person);
  waiting = [...waiting, { key, response, cameAt: () => came, at: performance.now() }];
  return response;
}

/**
 * Returns the response to a request that was sent early, for the same person; undefined if there is none, or if it is too old.
 * Each is returned once: a second request needs a current response.
 */
export function takeEarly(init: RequestInit | undefined): EarlyAnswer | undefined {
  if (waiting.length === 0 || typeof init?.body !== 'string') return undefined;
  const { operationName, query, variables } = JSON.parse(init.body) as {
    operationName?: unknown;
    query?: string;
    variables?: object;
  };
  const person = new Headers(init.headers).get('wattle-person');
  const key = keyOf(operationName, query ?? '', variables ?? {}, person);
  const found = waiting.find((each) => each.key === key);
  waiting = waiting.filter((each) => each !== found);
  return found && performance.now() - found.at < freshMs ? found : undefined;
}
