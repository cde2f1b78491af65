import type { AnyVariables, OperationContext, TypedDocumentNode } from 'urql';
import { currentClient, fetchOptions } from './client.ts';
import { ApiError, apiError, restError } from './errors.ts';
import { timedFetch } from './timed-fetch.ts';

export type CallOptions = {
  /** Types of which everything that was read is read again, besides those that the answer names. */
  types?: readonly string[];
  /** A query may be answered with what was read before. */
  cached?: boolean;
  /** The page asks by itself: that must not keep the session of a person alive who went away (D-13). */
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
 * Sends one GraphQL query or mutation and gives the data of its answer.
 * @throws ApiError for a refusal, and `unavailable` when no answer comes within 30 seconds
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
 * Asks a REST route of this site and gives its answer, with any status.
 * @throws ApiError `unavailable` when no answer begins within 30 seconds, or as many milliseconds as are named
 */
export async function request(path: string, init: RequestInit, withinMs?: number): Promise<Response> {
  try {
    return await timedFetch(path, init, withinMs);
  } catch {
    throw new ApiError('unavailable', { unanswered: true });
  }
}

/**
 * Sends JSON to a REST route of this site and gives the JSON of its answer. A 200 with `ok: false` is a refusal like any other.
 * @throws ApiError for a refusal, and `unavailable` when no answer comes within 30 seconds, or as many milliseconds as are named
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

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
