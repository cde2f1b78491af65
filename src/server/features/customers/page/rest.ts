import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import { isFromAnotherSite } from '../../../http/headers.ts';
import '../../../http/request-context.ts';
import { emergencyHeaders } from '../../../pages/emergency/layout.ts';
import { staffPage } from '../../../pages/emergency/staff-page.ts';
import { sheetStyleHash } from '../../../pages/emergency/styles.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Services } from '../../../pipeline/context.ts';
import { sendStaffPdf } from '../../acp/api.ts';
import { downloadCustomerPlan, readCustomerEmergency } from './reading-operations.ts';

type OfCustomer = { Params: { id: string } };
type PlanPdf = OfCustomer & { Querystring: { language?: string; version?: string } };

/** Sheets that one staff member opens: an ambulance takes one, a ward round some. */
const sheetsOfPerson = personLimit({ atOnce: 2, waitingAtMost: 6, inMinute: 60 });

const t = translatorOf('en', catalogue.en);

/**
 * What staff read of a customer beside the page: the plan as a PDF, and the emergency facts on one sheet without script. Reading is
 * recorded and told, so another site's link or picture must not do it.
 */
export function registerCustomerPageRoutes(app: FastifyInstance, services: Services): void {
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
      const { view, plan, isOfPapers } = await readCustomerEmergency.call(request.wattle, { id });
      const page = staffPage({
        view,
        t,
        query: { language: 'en' },
        sections: isOfPapers ? [] : presentPlan(plan, { t, voice: view.voice }),
        pdf: { address: `/api/customers/${id}/plan.pdf` },
        filesAddress: `/api/customers/${id}/files/`,
        papers: isOfPapers,
      });
      return reply.headers(emergencyHeaders(undefined, sheetStyleHash)).send(page);
    });
  });
}
