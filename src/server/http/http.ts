import cookie from '@fastify/cookie';
import fastify, {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Server } from 'node:http';
import { AppError } from '../../domain/errors.ts';
import type { Config } from '../config.ts';
import type { Context, Services } from '../pipeline/context.ts';
import { contextOf, sessionLeft, sessionLeftHeader } from '../features/sessions/request.ts';
import { setSessionCookie } from '../features/sessions/api.ts';
import { webhookPath } from '../features/billing/api.ts';
import { features } from '../features.ts';
import { graphqlPath, registerGraphql } from '../graphql/endpoint.ts';
import type { Metrics } from '../process/metrics.ts';
import { plainLines } from '../process/operator-log.ts';
import { errorSummary, unavailableReason } from '../graphql/errors.ts';
import { asksForSocket } from '../graphql/sockets/socket.ts';
import { registerClientAddress } from './protection/client-address.ts';
import {
  registerCrossSiteProtection,
  registerSecurityHeaders,
  routePathOf,
  securityHeaders,
} from './protection/headers.ts';
import { isOpenedInBrowser, sendErrorPage } from '../pages/error-page.ts';
import { registerOutboxPage } from '../pages/outbox-page.ts';
import { registerEmailPasswordRoute } from './email-password.ts';
import type { Health } from './health.ts';
import { httpStatusOf } from './http-status.ts';
import type { OutageLog } from './logging/outage-log.ts';
import { registerRateLimits } from './protection/rate-limits.ts';
import { registerRefusedBodies } from './protection/refused-body.ts';
import { loggedPath } from './logging/logged-path.ts';
import './request-context.ts';
import { requestIdHeader, requestIdOf } from './logging/request-id.ts';
import { registerTracedRequests } from './logging/traced-requests.ts';
import { registerWeb } from './web-files.ts';

/** Maximum size of a request body, in bytes: the largest picture in base64 (2.8 MB) and some more. Proxies must allow as much. */
export const bodyLimit = 3_000_000;

/** How long a request may take to arrive, in milliseconds: enough for a picture over a slow connection. */
const requestTimeout = 120_000;

const readyPath = '/readyz';

export type HttpOptions = {
  logger: boolean;
  health: Health;
  outages: OutageLog;
  metrics: Metrics;
  requestsPerMinute: number;
};

/** Creates the server without a port: every route, in one place, in the order of registration. */
export async function createHttp(services: Services, options: HttpOptions): Promise<FastifyInstance> {
  const { config } = services;
  const { health } = options;
  const app = fastify(serverOptions(config, options.logger));
  // Before all other hooks, whose work belongs to the request too.
  if (services.trace) registerTracedRequests(app, services.trace);
  registerConnections(app, health);
  registerResponseMetrics(app, options);
  registerRefusedBodies(app);
  registerClientAddress(app);
  registerSecurityHeaders(app, config);
  registerCrossSiteProtection(app, config, webhookPath);
  await app.register(cookie);
  await registerRateLimits(app, options.requestsPerMinute);
  registerErrors(app, config);

  app.get('/healthz', async () => ({ ok: true }));
  app.get(readyPath, async (_, reply) => {
    const readiness = await health.readiness();
    return reply.code(readiness.ok ? 200 : 503).send(readiness);
  });
  await app.register((api) => registerApi(api, services, options));
  for (const feature of features) feature.publicRoutes?.(app, services);
  if (config.environment !== 'prod') registerOutboxPage(app, services);
  await registerWeb(app, services);
  return app;
}

function serverOptions(config: Config, logger: boolean): FastifyHttpOptions<Server> {
  return {
    bodyLimit,
    requestTimeout,
    http: { shouldUpgradeCallback: (request) => asksForSocket(request, graphqlPath) },
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    logger: logger && {
      level: config.environment === 'prod' ? 'info' : 'warn',
      serializers,
      hooks: { logMethod: withoutAddresses },
      ...(config.environment !== 'prod' && { stream: plainLines }),
    },
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Malformed addresses are refused before any hook runs, and the library's own answer would repeat them.
    frameworkErrors: (_, __, reply) =>
      void (reply as unknown as FastifyReply)
        .code(404)
        .headers(securityHeaders(config))
        .send({ ok: false, error: 'not-found' }),
  };
}

/** Sends the id of each request, and closes connections while the server drains or closes. */
function registerConnections(app: FastifyInstance, health: Health): void {
  // Kept-alive connections would bring calls until the very end.
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
    if (health.isDraining()) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    // A connection that was busy when the server began to close is idle later; without this, closing waits until the balancer
    // closes it.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });
}

/** Counts each response, and records the calls refused as `unavailable`. */
function registerResponseMetrics(
  app: FastifyInstance,
  { metrics, outages }: Pick<HttpOptions, 'metrics' | 'outages'>,
): void {
  app.decorateRequest('unavailable', null);
  app.addHook('onResponse', async (request, reply) => {
    const route = routePathOf(request);
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered({ method, route: loggedPath(request), status, seconds: elapsedTime / 1000 });
    // A request that did not arrive completely was aborted by its caller.
    if (status !== 503 || route === readyPath || !request.raw.complete) return;
    // The emergency page answers every failure with its own texts, and gives no reason.
    const reason = request.unavailable ?? (route.startsWith('/acp-login/') ? 'emergency-page' : 'other');
    outages.refused(reason);
    metrics.refused(reason);
  });
}

/** Answers errors that no route handled: as a page for a browser, as JSON for the web and for programs. */
function registerErrors(app: FastifyInstance, config: Config): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = error instanceof AppError ? error : refusalOf(error);
    request.unavailable = unavailableReason(refusal);
    if (!refusal) request.log.error({ err: errorSummary(error) }, 'request failed');
    const { code, fields, details } = refusal ?? new AppError('general_error');
    const named = code === 'general_error' && { requestId: request.id };
    reply.code(httpStatusOf(code));
    if (isOpenedInBrowser(request)) {
      const failure = { code, ...(named && { reference: named.requestId }) };
      return sendErrorPage(reply, failure, config.help.phone);
    }
    const known = Object.keys(details).length > 0 && { details };
    return reply.send({ ok: false, error: code, fields, ...known, ...named });
  });
}

/** Registers the routes whose caller is identified by the session. */
async function registerApi(
  api: FastifyInstance,
  services: Services,
  { requestsPerMinute }: Pick<HttpOptions, 'requestsPerMinute'>,
): Promise<void> {
  api.addHook('preHandler', async (request, reply) => {
    request.wattle = {
      ...(await contextOf(services, request)),
      renew: () => renewed(services, request),
      renewSession: (session) => setSessionCookie(reply, services.config, session),
    };
    const left = sessionLeft(request.wattle);
    if (left !== undefined) reply.header(sessionLeftHeader, left);
  });
  // Programs read the wait from the header (RFC 9110, 10.2.3), the web from the body.
  api.addHook('onError', async (_, reply, error: unknown) => {
    const wait = error instanceof AppError ? error.details['retryAfter'] : undefined;
    if (typeof wait === 'number') reply.header('retry-after', wait);
  });
  registerEmailPasswordRoute(api, services);
  for (const feature of features) feature.routes?.(api, services);
  await registerGraphql(api, services, { callsPerMinute: requestsPerMinute });
}

/** Returns the current context of an answer that is still being sent; null when the session is over. */
async function renewed(services: Services, request: FastifyRequest): Promise<Context | null> {
  const context = await contextOf(services, request, { unattended: true });
  const isSame = context.meta.sessionId === request.wattle.meta.sessionId;
  return isSame && context.actor.kind === 'person' ? context : null;
}

/**
 * Returns the refusal for Fastify's own client errors (a body too large, invalid JSON); null for all other errors, which are
 * faults.
 */
function refusalOf(error: FastifyError): AppError | null {
  const { statusCode = 500 } = error;
  if (statusCode === 413) return new AppError('too-large');
  return statusCode >= 400 && statusCode < 500 ? new AppError('invalid') : null;
}

/** Logs the class and code of an error that Fastify itself logs: its messages repeat the address as it was sent. */
function withoutAddresses(this: unknown, args: unknown[], method: (...args: never[]) => void): void {
  const [first] = args;
  const error = first instanceof Error ? first : first && (first as { err?: unknown }).err;
  const isOfFastify = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR');
  const line = isOfFastify ? [{ err: errorSummary(error) }, 'a reply could not be sent'] : args;
  method.apply(this, line as never[]);
}

/** Serializers that log the route, never the address as it was typed, the body or a header: links contain tokens. */
const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request) }),
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
};
