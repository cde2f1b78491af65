import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { removeLeftLinks } from './links-store.ts';

const id = z.string().check(z.uuid());

/**
 * Ends the link of a customer whom staff moved out of the provider that linked them. Otherwise the new provider could neither link
 * nor remove the customer. Does nothing if the provider is still theirs, or one above.
 */
export const endLinkOfMoved = operation({
  name: 'endLinkOfMoved',
  kind: 'write',
  input: z.strictObject({ user_id: id, staff_id: id }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, auditDetails }) {
    const { user_id: userId, staff_id: actorId } = input;
    const ended = await removeLeftLinks(tx, userId, { actorId, at: now });
    auditDetails({ links: ended, changed: ended > 0 }, userId);
  },
});
