import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { documentPath, manifestPath } from '../../../domain/health-links/health-link.ts';
import { httpStatusOf } from '../../http/http-status.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { contentType, encryptedDocument } from './opening/document.ts';
import { openHealthLink, readHealthLinkDocument } from './opening/operations.ts';
import { newTicket } from './opening/ticket.ts';

type ManifestRoute = { Params: { id: string } };
type DocumentRoute = { Params: { ticket: string } };

/** Manifest request of a reader. Guide: `recipient` is required, `embeddedLengthMax` is a number of characters. */
const asked = z.object({
  recipient: z.string().check(z.minLength(1), z.maxLength(10_000)),
  passcode: z.optional(z.string()),
  embeddedLengthMax: z.optional(z.number()),
});

/** Requests of one network that run at the same time, and that may wait. */
const ofNetwork = concurrencyByKey({ atOnce: 10, waitingAtMost: 100 });

/** Viewers of others run in browsers, at addresses that are not known here. No cookie is read or set on these routes. */
const openToSites = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const contextOf = (services: Services, request: FastifyRequest): Context => ({
  services,
  actor: { kind: 'visitor' },
  meta: { requestId: request.id, address: request.ip, userAgent: null, language: 'en', sessionId: null },
});

/** Sends the manifest of a link to a reader with the passcode. */
async function sendManifest(
  services: Services,
  request: FastifyRequest<ManifestRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { success, data } = z.safeParse(asked, request.body);
  if (!success) throw new AppError('invalid');
  const { recipient, passcode = '', embeddedLengthMax } = data;
  const { id } = request.params;
  const { link, plan } = await openHealthLink.call(contextOf(services, request), { id, passcode, recipient });
  const embedded = embeddedLengthMax === undefined ? null : await encryptedDocument(services, link, plan);
  const { changedAt, signedAt } = plan.facts;
  const location = () =>
    `${services.config.publicUrl}${documentPath}${newTicket(services.secrets, link.id, services.clock())}`;
  return reply.send({
    status: 'can-change',
    files: [
      {
        contentType,
        ...(embedded !== null && embedded.length <= (embeddedLengthMax ?? 0)
          ? { embedded }
          : { location: location() }),
        lastUpdated: changedAt ?? signedAt,
      },
    ],
  });
}

async function sendDocument(
  services: Services,
  request: FastifyRequest<DocumentRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ticket } = request.params;
  const { link, plan } = await readHealthLinkDocument.call(contextOf(services, request), { ticket });
  return reply.type('application/jose').send(await encryptedDocument(services, link, plan));
}

/** Answers a refusal as the guide says: 401 with `remainingAttempts`, 404 for a link that does not open. */
function sendRefusal(error: AppError, reply: FastifyReply): FastifyReply {
  const { code, details } = error;
  reply.code(httpStatusOf(code));
  const { retryAfter, remainingAttempts } = details;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply.send(typeof remainingAttempts === 'number' ? { remainingAttempts } : { error: code });
}

/**
 * Registers the two routes with which readers open a link (HL7, SMART Health Cards and Links 1.0.0). They have no session, and
 * nothing in common with the emergency page.
 */
export function registerHealthLinkRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (routes) => {
    routes.addHook('onRequest', async (_, reply) => void reply.headers(openToSites));
    routes.setErrorHandler((error, _, reply) => {
      if (error instanceof AppError) return sendRefusal(error, reply);
      throw error;
    });
    const limited = <Reply>(request: FastifyRequest, work: () => Promise<Reply>) =>
      ofNetwork(networkOf(request.ip), work);
    routes.options(`${manifestPath}:id`, async (_, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '86400',
        })
        .code(204)
        .send(),
    );
    routes.post<ManifestRoute>(`${manifestPath}:id`, { bodyLimit: 20_000 }, (request, reply) =>
      limited(request, () => sendManifest(services, request, reply)),
    );
    routes.get<DocumentRoute>(`${documentPath}:ticket`, (request, reply) =>
      limited(request, () => sendDocument(services, request, reply)),
    );
  });
}
