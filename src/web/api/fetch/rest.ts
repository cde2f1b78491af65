import { bodyOf, request } from '../call.ts';
import { fetchOptions } from '../client.ts';
import { restError } from '../errors.ts';
import { consentFellDue } from '../session/consent-due.ts';
import { sessionLost } from '../session/session-lost.ts';

type RestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  input?: unknown;
  /** Timeout of the complete response, in milliseconds; 30 seconds without it. */
  withinMs?: number | undefined;
  /** The request does not come from the user, so it must not keep the session of an absent person alive (D-13). */
  unattended?: boolean | undefined;
};

/**
 * Sends a request of a signed-in page to a REST route of this site, and returns the JSON of the response.
 * @throws ApiError for a refusal, and `unavailable` if no response arrives in time
 */
export async function rest<Body>(
  path: string,
  { method = 'GET', input, withinMs, unattended = false }: RestOptions = {},
): Promise<Body> {
  const headers = {
    ...(input !== undefined && { 'content-type': 'application/json' }),
    ...(unattended && { 'wattle-unattended': 'yes' }),
  };
  const init = {
    ...fetchOptions(headers),
    method,
    ...(input !== undefined && { body: JSON.stringify(input) }),
  };
  const response = await request(path, init, withinMs);
  const body = await bodyOf(response);
  if (response.ok) return body as Body;
  const refusal = restError(response, body);
  if (refusal.code === 'unauthenticated') sessionLost();
  if (refusal.details['due'] === 'consent') consentFellDue();
  throw refusal;
}

/** Returns a path with its query, without the parameters that are not given. */
export function pathWith(path: string, query: Readonly<Record<string, string | number | null | undefined>>) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}
