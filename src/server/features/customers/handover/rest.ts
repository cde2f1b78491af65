import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { isFromAnotherSite } from '../../../http/protection/headers.ts';
import '../../../http/request-context.ts';
import { emergencyHeaders } from '../../../pages/emergency/layout.ts';
import type { HandoverReading } from '../../../pages/handover/handover-line.ts';
import { handoverPage, handoverStyleHash } from '../../../pages/handover/handover-page.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readCustomerEmergency } from '../page/reading/reading-operations.ts';
import { beginHandoverList } from './operations.ts';
import type { Listed } from './store.ts';

type HandoverRoute = { Params: { id: string }; Querystring: { order?: string } };

/** A list reads the plans of a whole house, so that each person prints one at a time. */
const listsOfPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 6 });

/** Number of residents of one list who are read at the same time. */
const readAtOnce = 4;

/** Limits the database connections that all lists of this process use together. */
const reads = concurrencyLimit({ atOnce: 4, waitingAtMost: 200 });

const t = translatorOf('en', catalogue.en);

/**
 * Reads the residents of a house in the given order. Leaves out those who were moved out of the house after the list was begun, or
 * whom the caller may no longer read.
 */
async function readResidents(
  context: Context,
  houseId: string,
  listed: readonly Listed[],
): Promise<HandoverReading[]> {
  const readings: HandoverReading[] = [];
  const read = ({ id, room }: Listed) =>
    reads(() => readCustomerEmergency.call(context, { id, handover: houseId })).then(
      (reading) => ({ ...reading, room }),
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      },
    );
  for (let at = 0; at < listed.length; at += readAtOnce) {
    const found = await Promise.all(listed.slice(at, at + readAtOnce).map(read));
    readings.push(...found.filter((reading) => reading !== null));
  }
  return readings;
}

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
      const readings = await readResidents(context, houseId, residents);
      const page = handoverPage({ ...list, t, printedAt: services.clock(), readings });
      return reply.headers(emergencyHeaders(undefined, handoverStyleHash)).send(page);
    });
  });
}
