import type { FastifyRequest } from 'fastify';

/** First parts of addresses that say nothing of a person. */
const knownParts: ReadonlySet<string> = new Set([
  'api',
  'acp-login',
  'assets',
  'dev',
  'shared-plan',
  'trusted-contact',
]);

/**
 * What a log line says of an address: the pattern of the route that answers, never what was typed. Addresses of cards and
 * links hold what opens them, in whatever spelling. Where no route answers, the first part is left, if it is a known one.
 */
export function loggedPath(request: Pick<FastifyRequest, 'is404' | 'url' | 'routeOptions'>): string {
  const route = request.is404 ? undefined : request.routeOptions.url;
  if (route !== undefined && !route.includes('*')) return route;
  const first = /^\/([a-z-]+)(?=[/?]|$)/.exec(request.url)?.[1] ?? '';
  return knownParts.has(first) ? `/${first}/*` : '/*';
}
