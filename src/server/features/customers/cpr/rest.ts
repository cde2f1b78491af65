import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import '../../../http/request-context.ts';
import { cprWords } from '../../../pages/handover/handover-line.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readEmergencies } from '../page/reading/read-emergencies.ts';

/** The rows of one page of the table. */
const input = z.strictObject({
  ids: z.array(z.string().check(z.uuid())).check(z.minLength(1), z.maxLength(10)),
});

/** A row of the answer. `is_plan` is true if the words are the answers of a signed plan. */
type CprRow = { id: string; words: string; is_plan: boolean };

/** Each page reads ten plans: the pages of one person are read one after the other. */
const pagesOfPerson = personLimit({ atOnce: 1, waitingAtMost: 4, inMinute: 60 });

const t = translatorOf('en', catalogue.en);

/**
 * Registers the route that reads CPR in words for the rows of one page of the table of customers (N-03). Each row is a reading of
 * that customer's plan: it checks access, is recorded, and notifies the customer like every other reading (D-17).
 */
export function registerCprRoutes(app: FastifyInstance): void {
  app.post('/api/customers/cpr', async (request) => {
    const context = request.wattle;
    return pagesOfPerson(callerId(context.actor), async () => {
      const parsed = z.safeParse(input, request.body);
      if (!parsed.success) throw new AppError('invalid');
      const ids = [...new Set(parsed.data.ids)];
      const asked = ids.map((id) => ({ id, table: true as const }));
      const found = await readEmergencies(context, asked);
      const rows = asked.flatMap(({ id }, at): CprRow[] => {
        const reading = found[at];
        if (!reading) return [];
        const { words, isPlan } = cprWords(reading, t);
        return [{ id, words, is_plan: isPlan }];
      });
      return { rows };
    });
  });
}
