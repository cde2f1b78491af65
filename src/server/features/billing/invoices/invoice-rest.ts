import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import '../../../http/request-context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { getInvoiceDocument } from './invoice-operation.ts';

type InvoiceRoute = { Params: { id: string }; Querystring: { language?: string } };

/** One process creates all PDFs, so one person must not fill its queue. */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 2, inMinute: 20 });

const isPage = (accept: string | undefined) => accept?.includes('text/html') ?? false;

/**
 * Sends the invoice of a payment as a PDF download. Mails contain the URL: visitors are redirected to the page, which asks them
 * to sign in.
 */
export function registerInvoiceRoutes(app: FastifyInstance): void {
  app.get<InvoiceRoute>('/api/invoices/:id', async (request, reply) => {
    const { actor, services } = request.wattle;
    if (actor.kind !== 'person') {
      if (isPage(request.headers.accept)) return reply.redirect('/account-and-billing');
      throw new AppError('unauthenticated');
    }
    const { id } = request.params;
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new AppError('not-found');
    const language =
      request.query.language === 'en' || request.query.language === 'zh' ? request.query.language : null;
    const { fileName, pdf } = await ofPerson(actor.userId, async () => {
      const { document, fileName: name } = await getInvoiceDocument.call(request.wattle, { id, language });
      return { fileName: name, pdf: await services.makePdf(document) };
    });
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '')}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
      .send(Buffer.from(pdf));
  });
}
