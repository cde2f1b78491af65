import { sql } from 'kysely';
import type { Tx } from '../../pipeline/context.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import { recentTries } from '../../pipeline/limits/limit.ts';

/** From how many wrong passwords in a quarter of an hour on the person is notified. */
export const manyTries = 10;

/** How long no second notice is sent, in milliseconds: one mail a day says it. */
const silence = 24 * 60 * 60_000;

/**
 * Whether a person is to be notified of wrong passwords typed for their address, and records that they are. Part of the transaction that
 * refuses the try, so two tries at once notify once.
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
        // A clock that was set back must not silence it for longer.
        either('tries_told_at', '>', sql<Date>`${now}::timestamptz + interval '1 minute'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
