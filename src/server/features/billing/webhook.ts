import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { subjectOf } from '../../../domain/billing/event-kinds.ts';
import { routePathOf } from '../../http/headers.ts';
import type { Services } from '../../pipeline/context.ts';
import { PaymentProviderError } from '../../ports/payments/port.ts';
import { keepEvents } from './company/events-store.ts';
import { keepTogether } from './company/keep-together.ts';

/** Where the payment company sends its events. */
export const webhookPath = '/api/stripe/webhook';

/** The largest event that is taken, in bytes. */
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
 * Takes the events of the payment company: verified, kept once each, and handled by a job, which reads again what they are about. The
 * answer follows when the event is kept. What events hold is not believed and not kept. No session plays a part.
 */
export function registerPaymentWebhook(app: FastifyInstance, services: Services): void {
  const bounded = boundedLines();
  const toldOf = new Set<string>();
  const keep = keepTogether(async (events) => {
    if (await keepEvents(services.db, events, services.clock())) services.eventsWaiting();
  });

  /** Kinds that nothing is done about get one line each: the payment company sends what it was asked to send. */
  function tellOf(type: string): void {
    if (subjectOf(type) !== null || toldOf.has(type) || toldOf.size >= mostKinds) return;
    toldOf.add(type);
    app.log.warn({ type }, 'a webhook is of a kind that nothing is done about');
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { payments, clock } = services;
    // The payment company tries again for days.
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
    tellOf(event.type);
    return reply.send({ ok: true });
  }

  void app.register(async (routes) => {
    // The signature is over the bytes as they came.
    routes.removeContentTypeParser('application/json');
    routes.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_, body, done) =>
      done(null, body),
    );
    routes.post(webhookPath, { bodyLimit }, take);
  });
}
