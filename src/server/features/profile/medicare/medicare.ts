import * as z from 'zod/mini';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { operation } from '../../../pipeline/operation.ts';
import { account } from '../../../pipeline/subjects.ts';

/**
 * Returns the last three digits of a person's Medicare number, the only part that a screen ever shows (security 37). Null without
 * one, and for a staff member in the person's account or beside the person.
 */
export const getMedicareEnd = operation({
  name: 'user.medicare_last3',
  kind: 'read',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: { action: 'account.read', subject: (input) => account(input.user_id) },
  async run({ subject: { ownerId }, actor, tx, services }) {
    if (actor.kind === 'person' && (actor.actingStaffId !== null || actor.together)) return null;
    const { medicare_sealed } = await tx
      .selectFrom('users')
      .select('medicare_sealed')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow();
    return medicare_sealed && services.keyring.open(medicarePlace(ownerId), medicare_sealed).slice(-3);
  },
});

/** Returns whether a Medicare number is stored, also for callers who cannot see its end: a staff member in the account. */
export const hasMedicare = operation({
  name: 'user.has_medicare',
  kind: 'read',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: { action: 'account.read', subject: (input) => account(input.user_id) },
  async run({ subject: { ownerId }, tx }) {
    const row = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', ownerId)
      .where('medicare_sealed', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  },
});
