import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** By which a proxy names a request, and every answer names it. */
export const requestIdHeader = 'x-request-id';

/** What may come from outside into the log: nothing that ends a line, and no more than a name. */
const wellFormed = /^[\w.:-]{8,64}$/;

/** The name of a request, in the log and beside an error on the screen: that of the proxy, or one that no process gives twice. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}
