import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import { emergencyHeaders } from '../../../pages/emergency/layout.ts';
import { staffPage } from '../../../pages/emergency/staff-page.ts';
import { sheetStyleHash } from '../../../pages/emergency/styles.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Services } from '../../../pipeline/context.ts';
import { sendStaffPdf } from '../../acp/api.ts';
import { receivePart, sendFile } from '../../files/api.ts';
import { openCustomerFile, openDocumentUpload, readCustomerFile } from './document-operations.ts';
import { downloadCustomerPlan, readCustomerEmergency } from './reading/reading-operations.ts';

type FileRoute = { Params: { id: string; fileId: string } };
type PartRoute = { Params: { id: string; fileId: string; part: string } };
type OfCustomer = { Params: { id: string } };
type PlanPdf = OfCustomer & { Querystring: { language?: string; version?: string } };

/** Limits for emergency sheets, per staff member: an ambulance takes one, a ward round some. */
const sheetsOfPerson = personLimit({ atOnce: 2, waitingAtMost: 6, inMinute: 60 });

/** Limits for documents, per staff member: each is sent for as long as the connection needs. */
const papersOfPerson = personLimit({ atOnce: 6, waitingAtMost: 30, inMinute: 120 });

const t = translatorOf('en', catalogue.en);

/**
 * Registers the routes with which staff read customers' data beside the page: the plan as a PDF, documents, and the emergency
 * facts on one sheet without script. Parts of added documents are uploaded as bytes. Reading is recorded and announced, so a link
 * or picture on another site must not trigger it.
 */
export function registerCustomerPageRoutes(app: FastifyInstance, services: Services): void {
  registerDocumentRoutes(app, services);

  app.get<PlanPdf>('/api/customers/:id/plan.pdf', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const { language, version } = request.query;
    const number = version === undefined ? null : Number(version);
    if (number !== null && !(Number.isSafeInteger(number) && number >= 1)) throw new AppError('not-found');
    const asked = {
      id: request.params.id,
      language: language === 'en' || language === 'zh' ? language : null,
      version: number,
    };
    return sendStaffPdf(reply, request.wattle, callerId(request.wattle.actor), () =>
      downloadCustomerPlan.call(request.wattle, asked),
    );
  });

  app.get<OfCustomer>('/api/customers/:id/emergency', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const { id } = request.params;
    return sheetsOfPerson(callerId(request.wattle.actor), async () => {
      const { view, sections, room } = await readCustomerEmergency.call(request.wattle, { id });
      const page = staffPage({
        view,
        t,
        query: { language: 'en' },
        sections,
        room,
        pdf: { address: `/api/customers/${id}/plan.pdf` },
        filesAddress: `/api/customers/${id}/files/`,
      });
      return reply.headers(emergencyHeaders(undefined, sheetStyleHash)).send(page);
    });
  });
}

function registerDocumentRoutes(app: FastifyInstance, services: Services): void {
  app.get<FileRoute>('/api/customers/:id/files/:fileId', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const named = { user_id: request.params.id, id: request.params.fileId };
    return papersOfPerson(callerId(request.wattle.actor), async () => {
      const file = await openCustomerFile.call(request.wattle, named);
      const stillAllowed = async () => {
        const context = await request.wattle.renew?.();
        if (!context) return false;
        return readCustomerFile.call(context, named).then(
          () => true,
          () => false,
        );
      };
      return sendFile(request, reply, services, file, { disposition: 'attachment', stillAllowed });
    });
  });

  void app.register(async (parts) => {
    // Leaves the bytes in the stream: they are sealed and stored as they arrive.
    parts.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body));
    parts.put<PartRoute>('/api/customers/:id/files/:fileId/parts/:part', async (request, reply) => {
      const { id, fileId, part } = request.params;
      if (!/^[1-9]\d{0,4}$/.test(part)) throw new AppError('not-found');
      const file = await openDocumentUpload.call(request.wattle, { user_id: id, id: fileId });
      await receivePart(services, {
        file,
        part: Number(part),
        address: request.wattle.meta.address,
        body: request.body as AsyncIterable<Uint8Array>,
      });
      return reply.send({ ok: true, part: Number(part) });
    });
  });
}
