import * as z from 'zod/mini';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

/** One's own trusted contacts (API-09, API-65). */
export const getMyTrustedContacts = operation({
  name: 'getMyTrustedContacts',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'contacts.read', subject: ownAccount },
  run: ({ subject, tx }) => store.findContacts(tx, subject.ownerId),
});
