import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { summaryKinds } from '../../../../domain/fhir/summaries/summary-kinds.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import type { Services } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { dispositionPolicies } from '../../../http/disposition.ts';
import { sendPdf } from '../../../http/send-pdf.ts';
import { contentDisposition } from '../../files/api.ts';
import { makeHandoverPdf } from './handover-pdf.ts';
import { makeHandoverSummary } from './handover-summary.ts';
import { readHandover } from './reading-operation.ts';

type OfCustomer = { Params: { id: string } };

const kind = z.enum(summaryKinds);

/** Limits for PDFs, per staff member: an ambulance takes one, and a printer that is empty needs another. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 2, inMinute: 10 });

/**
 * Registers the PDF for an ambulance (N-14), and the summaries in FHIR for the software of a hospital. Making one is recorded and
 * announced, so a link or picture on another site must not trigger it. The PDF is shown in the browser, where it can be printed at once.
 */
export function registerHospitalRoutes(app: FastifyInstance, services: Services): void {
  app.get<OfCustomer>('/api/customers/:id/handover.pdf', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const context = request.wattle;
    const pdf = await ofPerson(callerId(context.actor), async () =>
      makeHandoverPdf(services, await readHandover.call(context, { user_id: request.params.id })),
    );
    return sendPdf(reply, pdf, { fileName: 'handover.pdf', disposition: 'inline' });
  });
  app.get<OfCustomer & { Querystring: { as?: string } }>(
    '/api/customers/:id/handover.fhir.json',
    async (request, reply) => {
      if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
      const as = kind.safeParse(request.query.as);
      if (!as.success) throw new AppError('invalid');
      const context = request.wattle;
      const summary = await ofPerson(callerId(context.actor), async () => {
        const content = await readHandover.call(context, { user_id: request.params.id, as: as.data });
        return makeHandoverSummary(services, content, as.data);
      });
      return reply
        .headers({
          'content-type': 'application/fhir+json',
          'content-disposition': contentDisposition('attachment', `${as.data}.fhir.json`),
          'content-security-policy': dispositionPolicies.attachment,
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
        })
        .send(Buffer.from(summary));
    },
  );
}
