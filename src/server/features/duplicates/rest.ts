import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { isFromAnotherSite } from '../../http/protection/headers.ts';
import '../../http/request-context.ts';
import type { Services } from '../../pipeline/context.ts';
import { callerId } from '../../pipeline/subjects.ts';
import { sendStaffPdf } from '../acp/api.ts';
import { downloadEarlierRecordPlan } from './earlier-plan-operations.ts';

type EarlierPdf = { Params: { id: string; recordId: string }; Querystring: { language?: string } };

/**
 * Registers the route of the plan of an archived record as a PDF. Reading is recorded and announced, so a link or picture on another
 * site must not trigger it.
 */
export function registerDuplicateRoutes(app: FastifyInstance, services: Services): void {
  app.get<EarlierPdf>('/api/customers/:id/records/:recordId/plan.pdf', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const { language } = request.query;
    const asked = {
      ...{ id: request.params.id, record_id: request.params.recordId },
      language: language === 'en' || language === 'zh' ? language : null,
    };
    return sendStaffPdf(reply, request.wattle, callerId(request.wattle.actor), () =>
      downloadEarlierRecordPlan.call(request.wattle, asked),
    );
  });
}
