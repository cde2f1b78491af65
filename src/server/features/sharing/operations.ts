import * as z from 'zod/mini';
import { operation } from '../../pipeline/operation.ts';
import * as store from './store.ts';

/** One's own trusted contacts (API-09, API-65). */
export const getMyTrustedContacts = operation({
  name: 'getMyTrustedContacts',
  kind: 'read',
  input: z.strictObject({}),
  access: {
    action: 'contacts.read',
    subject: (_, { actor }) => (actor.kind === 'person' ? { ownerId: actor.userId } : null),
  },
  run: async ({ subject, tx }) => (subject ? store.findContacts(tx, subject.ownerId) : []),
});
