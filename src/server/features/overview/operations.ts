import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { countOverview } from './store.ts';

/** Returns the figures of the staff dashboard: of their provider and its descendants, or of everything (GAP-26). */
export const staffOverview = operation({
  name: 'staffOverview',
  kind: 'read',
  reads: 'replica',
  input: z.strictObject({}),
  access: { action: 'overview.read', subject: nothing },
  run: ({ actor, tx, now }) => countOverview(tx, scopeOf(actor), now, melbourneDate(now)),
});
