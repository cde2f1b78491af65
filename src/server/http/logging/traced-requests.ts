import type { FastifyInstance } from 'fastify';
import type { Trace } from '../../ports/traces/port.ts';
import { loggedPath } from './logged-path.ts';
import '../request-context.ts';

/** Routes without spans: they are requested very often, or sent from disk, and would hide the others. */
const withoutSpan: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/assets/*']);

/**
 * Starts a trace for each request. Ignores the caller's trace headers (`traceparent`, `tracestate`, `baggage`), which are not
 * trustworthy. Web sockets have no trace, since they are open for hours.
 */
export function registerTracedRequests(app: FastifyInstance, trace: Trace): void {
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, reply, done) => {
    const { method, raw } = request;
    const route = loggedPath(request);
    if (withoutSpan.has(route) || raw.headers.upgrade !== undefined) return done();
    const span = trace.start({
      name: `${method} ${route}`,
      kind: 'server',
      facts: {
        'http.request.method': method,
        'http.route': route,
        'wattle.request_id': request.id,
      },
    });
    request.span = span;
    if (span.traceId !== null) request.log = reply.log = request.log.child({ trace_id: span.traceId });
    const end = () => {
      const { statusCode, writableFinished } = reply.raw;
      const error = !writableFinished ? 'aborted' : statusCode >= 500 ? String(statusCode) : undefined;
      span.end({
        facts: {
          'http.response.status_code': statusCode,
          ...(error !== undefined && { 'error.type': error }),
        },
      });
    };
    reply.raw.once('finish', end).once('close', end);
    span.run(done);
  });

  // The body is read in callbacks of the socket, outside of the span, so enter the span again.
  app.addHook('preValidation', (request, _, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
}
