import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { countCustomers } from '../list/counts.ts';
import { needKinds } from '../../../../domain/customers/today.ts';
import { findToday } from './store.ts';

/**
 * Returns which residents of a provider and its descendants need staff today, with the reason (N-01): the first few of each, and
 * up to a hundred for the reason `all`. Nothing for staff of the platform.
 */
export const staffToday = operation({
  name: 'staffToday',
  kind: 'read',
  input: z.strictObject({ all: z.optional(z.nullable(z.enum(needKinds))) }),
  access: { action: 'customers.read', subject: nothing },
  async run({ input, actor, tx, now }) {
    const { within } = await countCustomers(tx, scopeOf(actor), null);
    return findToday(tx, within, { now, today: melbourneDate(now) }, input.all ?? null);
  },
});
