import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import { emergencyHeaders } from '../../../pages/emergency/layout.ts';
import { handoverPage, handoverStyleHash } from '../../../pages/handover/handover-page.ts';
import type { Services } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readEmergencies } from '../page/reading/read-emergencies.ts';
import { beginHandoverList } from './operations.ts';

type HandoverRoute = { Params: { id: string }; Querystring: { order?: string } };

/** A list reads the plans of a whole house, so that each person prints one at a time. */
const listsOfPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 6 });

const t = translatorOf('en', catalogue.en);

/**
 * Registers the handover list of a house: a page to print, without script. Printing is recorded for each resident, so a link or
 * picture on another site must not trigger it.
 */
export function registerHandoverRoutes(app: FastifyInstance, services: Services): void {
  app.get<HandoverRoute>('/api/providers/:id/handover', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const context = request.wattle;
    return listsOfPerson(callerId(context.actor), async () => {
      const houseId = request.params.id;
      const { residents, ...list } = await beginHandoverList.call(context, {
        provider_id: houseId,
        order: request.query.order === 'name' ? 'name' : 'room',
      });
      // Null for residents who were moved out of the house after the list was started.
      const found = await readEmergencies(
        context,
        residents.map(({ id }) => ({ id, handover: houseId })),
      );
      const readings = found.flatMap((reading, at) =>
        reading === null ? [] : [{ ...reading, room: residents[at]?.room ?? null }],
      );
      const page = handoverPage({ ...list, t, printedAt: services.clock(), readings });
      return reply.headers(emergencyHeaders(undefined, handoverStyleHash)).send(page);
    });
  });
}
