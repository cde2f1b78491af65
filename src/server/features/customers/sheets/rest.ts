import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { sheetsAtMost } from '../../../../domain/customers/actions/chosen.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { sheetsDocument } from '../../../documents/sheets/sheets-document.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import type { Services } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readEmergencies } from '../page/reading/read-emergencies.ts';
import { sendPdf } from '../../../http/send-pdf.ts';

type SheetsRoute = { Querystring: { ids?: string } };

/** A document reads the plans of many, so that each person prints one at a time. */
const sheetsOfPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 6 });

const idsInQuery = z.array(z.uuid()).check(z.minLength(1), z.maxLength(sheetsAtMost));

const t = translatorOf('en', catalogue.en);

/** Returns the ids in the address. @throws AppError `not-found` for none, for more than one document has, and for other texts */
function idsOf({ ids = '' }: SheetsRoute['Querystring']): string[] {
  const parsed = z.safeParse(idsInQuery, [...new Set(ids.split(','))]);
  if (!parsed.success) throw new AppError('not-found');
  return parsed.data;
}

/**
 * Registers the emergency sheets of several customers: one PDF to print, with a page for each. Each customer
 * is read as for a single sheet, which is recorded and announced, so a link or picture on another site must not trigger it. Those
 * whom the caller may not read are only counted.
 * @throws AppError `not-found` if the caller may read none
 */
export function registerSheetRoutes(app: FastifyInstance, services: Services): void {
  app.get<SheetsRoute>('/api/customers/emergency-sheets.pdf', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const context = request.wattle;
    return sheetsOfPerson(callerId(context.actor), async () => {
      const ids = idsOf(request.query);
      const found = await readEmergencies(
        context,
        ids.map((id) => ({ id })),
      );
      const sheets = found.flatMap((read, at) =>
        read === null
          ? []
          : [
              {
                ...{ view: read.view, sections: read.sections, room: read.room, t },
                query: { language: 'en' as const },
                pdf: { address: `/api/customers/${ids[at]}/plan.pdf` },
                filesAddress: `/api/customers/${ids[at]}/files/`,
              },
            ],
      );
      if (sheets.length === 0) throw new AppError('not-found');
      const printedAt = services.clock();
      const missing = ids.length - sheets.length;
      const pdf = await services.makePdf(sheetsDocument({ t, sheets, missing, printedAt }));
      return sendPdf(reply, pdf, {
        fileName: `emergency-sheets-${melbourneDate(printedAt)}.pdf`,
        disposition: 'inline',
      });
    });
  });
}
