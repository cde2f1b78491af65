import type { AnyVariables, OperationContext, TypedDocumentNode } from 'urql';
import { currentClient, fetchOptions } from './client.ts';
import { ApiError, apiError, restError } from './errors.ts';
import { timedFetch } from './fetch/timed-fetch.ts';

export type CallOptions = {
  /** Types that the call changed: every query with them is read again, besides the types in the response. */
  types?: readonly string[];
  /** A query may be served from the cache. */
  cached?: boolean;
  /** The request does not come from the user, so it must not keep the session of an absent person alive (D-13). */
  unattended?: boolean;
};

function contextOf({ types, cached = false, unattended = false }: CallOptions): Partial<OperationContext> {
  return {
    requestPolicy: cached ? 'cache-first' : 'network-only',
    ...(types && { additionalTypenames: [...types] }),
    ...(unattended && { fetchOptions: () => fetchOptions({ 'wattle-unattended': 'yes' }) }),
  };
}

function isMutation({ definitions }: Pick<TypedDocumentNode, 'definitions'>): boolean {
  const kinds: string[] = definitions.map((each) => ('operation' in each ? each.operation : each.kind));
  return kinds.includes('mutation');
}

/**
 * Sends one GraphQL query or mutation and returns its data.
 * @throws ApiError for a refusal, and `unavailable` if no response arrives within 30 seconds
 */
export async function call<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: CallOptions = {},
): Promise<Data> {
  const client = currentClient();
  const context = contextOf(options);
  const source = isMutation(document)
    ? client.mutation(document, variables, context)
    : client.query(document, variables, context);
  const { data, error } = await source.toPromise();
  const refusal = apiError(error);
  if (refusal) throw refusal;
  if (data === undefined || data === null) throw new ApiError('general_error');
  return data;
}

/**
 * Sends a request to a REST route of this site and returns the response, with any status.
 * @throws ApiError `unavailable` if no response begins within 30 seconds, or within `withinMs`
 */
export async function request(path: string, init: RequestInit, withinMs?: number): Promise<Response> {
  try {
    return await timedFetch(path, init, withinMs);
  } catch {
    throw new ApiError('unavailable', { unanswered: true });
  }
}

/**
 * Sends JSON to a REST route of this site and returns the JSON of the response. A 200 with `ok: false` is a refusal like any
 * other.
 * @throws ApiError for a refusal, and `unavailable` if no response arrives within 30 seconds, or within the given milliseconds
 */
export async function callRest<Body = unknown>(
  path: string,
  input: unknown,
  withinMs?: number,
): Promise<Body> {
  const init: RequestInit = {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  };
  const response = await request(path, init, withinMs);
  const body = await bodyOf(response);
  if (!response.ok || body['ok'] === false) throw restError(response, body);
  return body as Body;
}

/** Returns the JSON of a response; an empty object if it is none. */
export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
