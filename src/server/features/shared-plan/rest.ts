import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { errorSummary, isHangUp } from '../../graphql/errors.ts';
import { isFromAnotherSite } from '../../http/protection/headers.ts';
import { failedPage, linkOverPage } from '../../pages/contacts/answer-pages.ts';
import { contactHeaders } from '../../pages/contacts/layout.ts';
import type { Services } from '../../pipeline/context.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { registerAnswerPages } from './page/answer-routes.ts';
import { askedOf, type LinkRequest } from './page/link-request.ts';
import type { Answer, PageRoute } from './page/page-route.ts';
import { registerSharedPages } from './page/shared-routes.ts';

/** Limits per network: simultaneous requests, and requests that can wait. */
const ofOneNetwork = { atOnce: 10, waitingAtMost: 50 };

/**
 * Registers the pages of trusted contacts: the answer to a request, and the shared content. Without scripts, and without a
 * session of an account.
 */
export function registerContactRoutes(app: FastifyInstance, services: Services): void {
  const fairly = concurrencyByKey(ofOneNetwork);

  const send = (reply: FastifyReply, { status = 200, page, closesIn, cookie }: Answer) => {
    if (cookie !== undefined) reply.header('set-cookie', cookie);
    return reply.code(status).headers(contactHeaders(closesIn)).send(page);
  };

  function failure(request: FastifyRequest, error: unknown): Answer {
    const asked = askedOf(request as LinkRequest);
    const { phone } = services.config.help;
    if (error instanceof AppError && error.code === 'not-found')
      return { status: 404, page: linkOverPage(asked, asked.kind) };
    if (error instanceof AppError && error.code === 'rate-limited')
      return { status: 429, page: failedPage(asked, 'wait', phone) };
    if (!(error instanceof AppError) && !isHangUp(error))
      request.log.error({ err: errorSummary(error) }, 'the page of a contact failed');
    return { status: 503, page: failedPage(asked, 'failed', phone) };
  }

  void app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => send(reply, failure(request, error)));
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2_000 },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    const route: PageRoute = (method, url, handler, { isLong } = { isLong: false }) =>
      pages.route({
        method,
        url,
        async handler(request, reply) {
          try {
            const asked = request as LinkRequest;
            if (method === 'POST' && isFromAnotherSite(request, services.config))
              return send(reply, { ...failure(request, new AppError('not-found')), status: 403 });
            const work = () => handler(asked, reply);
            const answer = await (isLong ? work() : fairly(networkOf(request.ip), work));
            // A handler that sent the reply itself returns undefined, because awaiting a reply resolves to undefined.
            return reply.sent ? reply : send(reply, answer);
          } catch (error) {
            if (reply.sent) throw error;
            return send(reply, failure(request, error));
          }
        },
      });
    registerAnswerPages(route, services);
    registerSharedPages(route, services);
  });
}
