import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findWebhook } from '../../clinical-access/api.ts';
import { requireScope, systemOf } from '../resident.ts';

/** Returns the webhook of the calling clinical system, never of another one; null without one. Nothing about a person. */
export const readClinicalSubscription = operation({
  name: 'readClinicalSubscription',
  kind: 'read',
  input: z.strictObject({ as: z.enum(['r', 's']) }),
  access: {
    action: 'clinicalRecords.search',
    subject: (input, { actor }) => {
      requireScope(actor, 'Subscription', input.as);
      return nothing();
    },
  },
  run: ({ actor, tx }) => findWebhook(tx, systemOf({ actor }).clientId),
});
