import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { longestTyped, readingsOf } from '../../../../domain/customers/find/typed.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findForgiving, type FoundResidents } from './forgiving.ts';
import { placesToFind } from './places-to-find.ts';

const none: FoundResidents = { data: [], closest: null, more: false };

/** More than a quick typist with a pause of a tenth of a second causes. */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 8, inMinute: 300 });

/** Finds the customers in the caller's scope whom the typed text means. The text is neither logged nor recorded. */
export const findResidents = operation({
  name: 'findResidents',
  kind: 'read',
  input: z.strictObject({ typed: z.string().check(z.maxLength(longestTyped)) }),
  access: { action: 'customers.read', subject: nothing },
  async run({ input, actor, tx, now, services }): Promise<FoundResidents> {
    if (actor.kind !== 'person') throw new AppError('forbidden');
    const readings = readingsOf(input.typed, melbourneDate(now));
    if (readings.length === 0) return none;
    return ofPerson(actor.userId, async () => {
      const places = await placesToFind(tx, scopeOf(actor));
      return places === null ? none : findForgiving(tx, services.db, places, readings);
    });
  },
});
