import type { IsoDate } from '../../../domain/fields.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Leaving } from './api.ts';

/** Notes the date of the deletion. False when one is noted already. */
export async function askForDeletion(tx: Tx, userId: string, deleteOn: IsoDate, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      delete_on: deleteOn,
      deletion_requested_at: now,
      deletion_reminded_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('delete_on', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetDeletion(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ delete_on: null, deletion_requested_at: null, deletion_reminded_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** The person, locked until the transaction ends; null when they did not ask, or are gone. */
export async function findDueForChange(tx: Tx, userId: string): Promise<Leaving | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id as userId', 'delete_on', 'email', 'language', 'first_name', 'for_my_self'])
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.delete_on ? { ...row, delete_on: row.delete_on } : null;
}
