import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { subjectOf } from '../../../../domain/billing/payment-company/event-kinds.ts';
import { routePathOf } from '../../../http/protection/headers.ts';
import type { Services } from '../../../pipeline/context.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { keepEvents } from '../company/events-store.ts';
import { keepTogether } from '../company/keep-together.ts';

/** Path to which the payment company sends its events. */
export const webhookPath = '/api/stripe/webhook';

/** Maximum size of an event, in bytes. */
const bodyLimit = 256 * 1024;

/** Maximum number of log lines about refused webhooks in a minute. */
const mostLines = 20;

const windowMs = 60_000;

/** Maximum number of unknown kinds that each process logs: more than the payment company has. */
const mostKinds = 500;

/**
 * Returns a function that limits the log lines per minute, so that refused webhooks cannot flood the log. The number of omitted
 * lines is logged with the first line of the next minute.
 */
function boundedLines(): (write: (details: { left_out?: number }) => void) => void {
  let since = -Infinity;
  let lines = 0;
  return (write) => {
    const now = performance.now();
    const leftOut = now - since > windowMs ? Math.max(0, lines - mostLines) : 0;
    if (now - since > windowMs) {
      since = now;
      lines = 0;
    }
    lines += 1;
    if (lines <= mostLines) write(leftOut > 0 ? { left_out: leftOut } : {});
  };
}

/**
 * Registers the route for events of the payment company: verified, stored once each, and handled by a job, which reads their
 * subjects again. The response is sent when the event is stored. The content of events is neither trusted nor stored. Independent
 * of sessions.
 */
export function registerPaymentWebhook(app: FastifyInstance, services: Services): void {
  const bounded = boundedLines();
  const loggedKinds = new Set<string>();
  const keep = keepTogether(async (events) => {
    if (await keepEvents(services.db, events, services.clock())) services.eventsWaiting();
  });

  /** Logs each unsupported kind once: it means that the payment company is configured to send more than is handled. */
  function logUnknownKind(type: string): void {
    if (subjectOf(type) !== null || loggedKinds.has(type) || loggedKinds.size >= mostKinds) return;
    loggedKinds.add(type);
    app.log.warn({ type }, 'the payment company sends a type of event that is not read here');
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { payments, clock } = services;
    // The payment company retries for days.
    if (payments === null) return reply.code(503).send({ ok: false, error: 'unavailable' });
    const signature = request.headers['stripe-signature'];
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    let event: ReturnType<typeof payments.verifiedEvent>;
    try {
      event = payments.verifiedEvent(body, typeof signature === 'string' ? signature : '', clock());
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      const path = routePathOf(request);
      bounded((more) => request.log.warn({ path, why: error.message, ...more }, 'webhook refused'));
      return reply.code(400).send({ ok: false, error: 'invalid' });
    }
    await keep(event);
    logUnknownKind(event.type);
    return reply.send({ ok: true });
  }

  void app.register(async (routes) => {
    // The signature covers the raw bytes.
    routes.removeContentTypeParser('application/json');
    routes.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_, body, done) =>
      done(null, body),
    );
    routes.post(webhookPath, { bodyLimit }, take);
  });
}
