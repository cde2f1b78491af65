import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';
import { recentTries } from '../../../pipeline/limits/limit.ts';

/** Number of wrong passwords in fifteen minutes from which the person is notified. */
export const manyTries = 10;

/** Minimum time between two such notices, in milliseconds: one mail a day. */
const silence = 24 * 60 * 60_000;

/**
 * Whether a person has to be notified of wrong passwords for their address. Records the notice in the transaction that refuses
 * the attempt, so two simultaneous attempts notify once.
 */
export async function isToBeNotified(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  person: { id: string; email: string },
): Promise<boolean> {
  const tries = await recentTries(tx, secrets, now, ['sign-in:account', person.email]);
  if (tries < manyTries) return false;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ tries_told_at: now })
    .where('id', '=', person.id)
    .where((either) =>
      either.or([
        either('tries_told_at', 'is', null),
        either('tries_told_at', '<=', new Date(now.getTime() - silence)),
        // A clock that was set back must not suppress the notice for longer.
        either('tries_told_at', '>', sql<Date>`${now}::timestamptz + interval '1 minute'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
