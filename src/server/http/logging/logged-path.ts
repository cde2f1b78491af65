import type { FastifyRequest } from 'fastify';

/** First parts of addresses that reveal nothing about a person. */
const knownParts: ReadonlySet<string> = new Set([
  'api',
  'acp-login',
  'assets',
  'dev',
  'fhir',
  'shared-plan',
  'trusted-contact',
]);

/**
 * Returns the form of an address for the log: the pattern of the route that answers, never the address as typed. Addresses of
 * cards and links contain secrets, in whatever spelling. If no route answers, only a known first part is kept.
 */
export function loggedPath(request: Pick<FastifyRequest, 'is404' | 'url' | 'routeOptions'>): string {
  const route = request.is404 ? undefined : request.routeOptions.url;
  if (route !== undefined && !route.includes('*')) return route;
  const first = /^\/([a-z-]+)(?=[/?]|$)/.exec(request.url)?.[1] ?? '';
  return knownParts.has(first) ? `/${first}/*` : '/*';
}
