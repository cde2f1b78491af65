import type { FastifyInstance } from 'fastify';
import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { InvoiceDocument } from '../../../documents/invoice-document.ts';
import '../../../http/request-context.ts';
import type { Context } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { getCustomerInvoiceDocument, getInvoiceDocument } from './invoice-operation.ts';
import { sendPdf } from '../../../http/send-pdf.ts';

type InvoiceRoute = { Params: { id: string }; Querystring: { language?: string } };

type Download = {
  /** Path of the route, with `:id`. */
  path: string;
  /** Page for visitors who follow the link of a mail; it asks them to sign in. */
  page: string;
  read: (
    context: Context,
    input: { id: string; language: 'en' | 'zh' | null },
  ) => Promise<{ document: InvoiceDocument; fileName: string }>;
};

/** One process creates all PDFs, so one person must not fill its queue. */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 2, inMinute: 20 });

const isPage = (accept: string | undefined) => accept?.includes('text/html') ?? false;

/** Registers a route that sends an invoice as a PDF download. */
export function registerInvoiceDownload(app: FastifyInstance, { path, page, read }: Download): void {
  app.get<InvoiceRoute>(path, async (request, reply) => {
    const { actor, services } = request.wattle;
    if (actor.kind !== 'person') {
      if (isPage(request.headers.accept)) return reply.redirect(page);
      throw new AppError('unauthenticated');
    }
    const { id } = request.params;
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new AppError('not-found');
    const language =
      request.query.language === 'en' || request.query.language === 'zh' ? request.query.language : null;
    const { fileName, pdf } = await ofPerson(actor.userId, async () => {
      const { document, fileName: name } = await read(request.wattle, { id, language });
      return { fileName: name, pdf: await services.makePdf(document) };
    });
    return sendPdf(reply, pdf, { fileName: fileName.replace(/[^\w.-]/g, '') });
  });
}

/** Registers the download of a person's invoices. */
export function registerInvoiceRoutes(app: FastifyInstance): void {
  registerInvoiceDownload(app, {
    path: '/api/invoices/:id',
    page: '/account-and-billing',
    read: (context, input) =>
      context.actor.kind === 'person' && isPlatformRole(context.actor.role)
        ? getCustomerInvoiceDocument.call(context, input)
        : getInvoiceDocument.call(context, input),
  });
}
