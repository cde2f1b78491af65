import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import { emergencyHeaders } from '../../../pages/emergency/layout.ts';
import { handoverPage, handoverStyleHash } from '../../../pages/handover/handover-page.ts';
import type { EmergencyReading } from '../../emergency/api.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readCustomerEmergency } from '../page/reading/reading-operations.ts';
import { beginHandoverList } from './operations.ts';

/** A list reads the plans of a whole house, so that each person prints one at a time. */
const listsOfPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 6 });

/** Number of residents who are read at the same time. */
const readAtOnce = 4;

const t = translatorOf('en', catalogue.en);

/** Reads residents in their order. Residents who left the house, or the caller's view, meanwhile are left out. */
async function readResidents(context: Context, ids: readonly string[]): Promise<EmergencyReading[]> {
  const readings: EmergencyReading[] = [];
  const read = (id: string) =>
    readCustomerEmergency.call(context, { id, handover: true }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const found = await Promise.all(ids.slice(at, at + readAtOnce).map(read));
    readings.push(...found.filter((reading) => reading !== null));
  }
  return readings;
}

/**
 * Registers the handover list of a house: a page to print, without script. Printing is recorded for each resident, so a link or
 * picture on another site must not trigger it.
 */
export function registerHandoverRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/api/providers/:id/handover', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const context = request.wattle;
    return listsOfPerson(callerId(context.actor), async () => {
      const { house, printedBy, residents } = await beginHandoverList.call(context, {
        provider_id: request.params.id,
      });
      const readings = await readResidents(context, residents);
      const page = handoverPage({ t, house, printedBy, printedAt: services.clock(), readings });
      return reply.headers(emergencyHeaders(undefined, handoverStyleHash)).send(page);
    });
  });
}
