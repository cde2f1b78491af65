import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { countOverview } from './store.ts';

/** The figures of the dashboard of staff: of their provider and those under it, or of everything (GAP-26). */
export const staffOverview = operation({
  name: 'staffOverview',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'overview.read', subject: nothing },
  run: ({ actor, tx, now }) => countOverview(tx, scopeOf(actor), now, melbourneDate(now)),
});
