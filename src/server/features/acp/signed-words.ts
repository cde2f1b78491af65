import * as z from 'zod/mini';
import { operation } from '../../pipeline/operation.ts';
import { findSignedState, getFrozenSections } from './store.ts';

/** The words of a signed state of a plan as they were signed, by the id of that state. */
export const getSignedSections = operation({
  name: 'acp.signed_sections',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'plan.read', subject: ({ id }, { tx }) => findSignedState(tx, id) },
  run: ({ input, tx, services }) => getFrozenSections(tx, services, input.id),
});
