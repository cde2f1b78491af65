import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clinicalTypes } from '../../../domain/clinical/scopes.ts';
import { AppError } from '../../../domain/errors.ts';
import { tokenPath } from '../../../domain/clinical/addresses.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { webhookPath } from '../../features/billing/webhook/webhook.ts';
import { sessionPath } from '../../features/sessions/rest.ts';
import { isPageWithoutScript, routePathOf } from './headers.ts';
import { isOpenToSites } from './open-to-sites.ts';

/** Number of allowed emergency page requests for each allowed call to the API. */
const cardFactor = 5;

/** Factor for the payment company's webhooks: one day of renewals is thousands of calls from one network. */
const webhookFactor = 20;

/**
 * The factor for session checks: each page of a ward without web sockets sends one every few seconds, which costs one lookup.
 */
const sessionFactor = 10;

/** The factor for clinical systems: all of a hospital are in one network, and each has limits of its own. */
const clinicalFactor = 10;

type Bucket = 'api' | 'card' | 'webhook' | 'session' | 'link' | 'token' | 'clinical';

const factors: Record<Bucket, number> = {
  api: 1,
  card: cardFactor,
  webhook: webhookFactor,
  session: sessionFactor,
  link: 1,
  token: 1,
  clinical: clinicalFactor,
};

function bucketOf(request: FastifyRequest): Bucket | null {
  const path = routePathOf(request);
  if (path.startsWith('/acp-login/')) return 'card';
  if (path === webhookPath) return 'webhook';
  if (path === sessionPath) return 'session';
  if (isOpenToSites(path)) return 'link';
  if (path === tokenPath) return 'token';
  if (clinicalTypes.some((type) => path.startsWith(`/fhir/${type}`))) return 'clinical';
  return path.startsWith('/api/') || isPageWithoutScript(request) ? 'api' : null;
}

/**
 * Limits the requests of one network in a minute. The emergency page is counted separately with a higher limit, so that no use of
 * the API from the same network prevents reading a plan; session checks, the links of readers, and the tokens and the reading of
 * clinical systems are counted separately too. Guesses at PINs are limited
 * by `pin-throttle.ts`. Files and health checks are not limited: a balancer's check must not fail because of traffic.
 */
export async function registerRateLimits(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    max: (request) => requestsPerMinute * factors[bucketOf(request) ?? 'api'],
    keyGenerator: (request) => `${bucketOf(request)} ${networkOf(request.ip)}`,
    allowList: (request) => bucketOf(request) === null,
    errorResponseBuilder: () => new AppError('rate-limited', { details: { retryAfter: 60 } }),
  });
}
