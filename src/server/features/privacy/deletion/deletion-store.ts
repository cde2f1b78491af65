import { sql } from 'kysely';
import { graceDays } from '../../../../domain/accounts/deletion.ts';
import { timeZone, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Leaving } from '../api.ts';

/**
 * Notes the date of the deletion, and gives it; null when one is noted already. Never earlier than the database's clock allows:
 * a server whose own is slow would have the account deleted the next night.
 */
export async function askForDeletion(
  tx: Tx,
  userId: string,
  deleteOn: IsoDate,
  now: Date,
): Promise<IsoDate | null> {
  const row = await tx
    .updateTable('users')
    .set({
      delete_on: sql<IsoDate>`greatest(${deleteOn}::date, (now() at time zone ${timeZone})::date + ${graceDays}::int)`,
      deletion_requested_at: now,
      deletion_reminded_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('delete_on', 'is', null)
    .returning('delete_on')
    .executeTakeFirst();
  return row?.delete_on ?? null;
}

/** Takes the date of the deletion away. False when there was none. */
export async function forgetDeletion(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ delete_on: null, deletion_requested_at: null, deletion_reminded_at: null, updated_at: now })
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person, locked until the transaction ends; null when they did not ask, or are gone. */
export async function findDueForChange(tx: Tx, userId: string): Promise<Leaving | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id as userId', 'delete_on', 'email', 'language', 'first_name', 'last_name', 'for_my_self'])
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.delete_on ? { ...row, delete_on: row.delete_on } : null;
}
