import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header with the request's id, from a proxy and in every answer. */
export const requestIdHeader = 'x-request-id';

/** Format of an id accepted from outside: no line breaks, and limited length. */
const wellFormed = /^[\w.:-]{8,64}$/;

/** Returns the id of a request, for the log and for an error on the screen: the proxy's, or one that no process uses twice. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}
