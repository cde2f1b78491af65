import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { tokenPath } from '../../../domain/clinical/addresses.ts';
import { isOpenToSites } from './open-to-sites.ts';

/** Allowed sources without payment: the product itself only. No inline script or style, no frames around it (security 29). */
const ownAlone = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * Additional sources for payment: the payment company's script, its frames for card data and bank confirmation, and the addresses
 * that the script calls.
 */
const withStripe = {
  ...ownAlone,
  'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
  'connect-src': "'self' https://api.stripe.com",
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
};

/**
 * Returns the policy. One page contains the whole web, so the policy is the same on each; it allows Stripe only if payment by
 * Stripe is on.
 */
const contentSecurityPolicy = ({ payments }: Pick<Config, 'payments'>): string =>
  Object.entries(payments.stripe && !payments.disabled ? withStripe : ownAlone)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/** Returns the headers of every answer. A page with its own policy replaces the policy. */
export function securityHeaders(config: Pick<Config, 'publicUrl' | 'payments'>): Record<string, string> {
  const secure = config.publicUrl.startsWith('https://');
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // Plans, PINs and accounts must not be stored in caches.
    if (routePathOf(request).startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/**
 * Returns the path of the route that answers a request. The request's own address can spell the same path in other ways
 * (`/%61pi/`), so no rule may depend on it.
 */
export const routePathOf = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True if the request's origin is allowed to make changes: the product's own address, as configured or as requested. */
export function isFromHere(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers;
  if (!origin)
    return (
      request.headers['sec-fetch-site'] === undefined || request.headers['sec-fetch-site'] === 'same-origin'
    );
  if (origin === new URL(config.publicUrl).origin) return true;
  return config.environment !== 'prod' && origin === `http://${request.headers.host}`;
}

/**
 * True if another site sent a form, as far as the browser reports it. Our own page sends its form without an origin
 * (`no-referrer` makes it "null").
 */
export function isFromAnotherSite(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== 'null' && !isFromHere(request, config);
}

const pagesWithoutScript = ['/acp-login/', '/trusted-contact/', '/shared-plan/'];

/** True if a request is for a page with a form of its own instead of the API. */
export const isPageWithoutScript = (request: FastifyRequest): boolean =>
  pagesWithoutScript.some((start) => routePathOf(request).startsWith(start));

const [jsonType, bytesType, listType] = [
  /^application\/json\b/i,
  /^application\/octet-stream$/i,
  /^text\/csv(;|$)/i,
];

/** The route that accepts lists of customers as CSV (IMPORT-03). */
const listRoute = '/api/customer-imports';

/** The route that accepts a connection as JSON with PUT (INTEG-05). */
const connectionRoute = '/api/integrations/ecase/system-config';

/**
 * Refuses changes that another site could have started (security 31). The origin must be ours, and the API accepts JSON only,
 * which HTML forms cannot send. Upload parts are bytes sent with a method that forms do not have, and customer lists use a
 * content type that forms cannot send. At `countedPath` the rate limit of a network counts a request before it is refused.
 */
export function registerCrossSiteProtection(app: FastifyInstance, config: Config, countedPath: string): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    // Forms of pages without script send no origin on purpose (no-referrer), and their only credential is a PIN or a link. Their
    // routes refuse other sites themselves, with a page.
    if (safeMethods.has(request.method) || isPageWithoutScript(request)) return;
    // The only credential there is a link with its passcode, which no browser sends by itself.
    if (!isOpenToSites(routePathOf(request)) && !isFromHere(request, config))
      return reply.code(403).send({ ok: false, error: 'forbidden' });
    const isApi = routePathOf(request).startsWith('/api/');
    const type = request.headers['content-type'] ?? '';
    const path = routePathOf(request);
    const isList = path === listRoute;
    const isBytes = request.method === 'PUT' && path !== connectionRoute;
    const wanted = isList ? listType : isBytes ? bytesType : jsonType;
    // The route of clinical systems takes a form, which it reads itself; no browser sends its credential by itself.
    if (!isApi || path === tokenPath || wanted.test(type)) return;
    const fields = isList ? [{ field: 'file', message: 'error.csvType' }] : [];
    return reply.code(415).send({ ok: false, error: 'invalid', ...(isList && { fields }) });
  };
  const isCounted = (request: FastifyRequest) => routePathOf(request) === countedPath;
  app.addHook('onRequest', async (request, reply) =>
    isCounted(request) ? undefined : refuse(request, reply),
  );
  // After the rate limit of a network, and before the body is read.
  app.addHook('preParsing', async (request, reply) =>
    isCounted(request) ? refuse(request, reply) : undefined,
  );
}
